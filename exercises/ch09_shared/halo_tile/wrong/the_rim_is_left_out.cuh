// rejected: uninitialised shared
constexpr int block_size = 256, radius = 4;

// y[i] = x[i - radius] + ... + x[i + radius], with 0 past the ends. Blocks of block_size threads.
__global__ void window_sum(const int* x, int* y, int n) {
  const int i = blockIdx.x * block_size + threadIdx.x;
  __shared__ int tile[block_size + 2 * radius];
  tile[threadIdx.x + radius] = i < n ? x[i] : 0;
  __syncthreads();
  if (i >= n) return;
  int sum = 0;
  for (int k = 0; k <= 2 * radius; ++k) sum += tile[threadIdx.x + k];
  y[i] = sum;
}
