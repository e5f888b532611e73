constexpr int block_size = 256, radius = 4;

// y[i] = x[i - radius] + ... + x[i + radius], with 0 past the ends. Blocks of block_size threads.
__global__ void window_sum(const int* x, int* y, int n) {
  const int i = blockIdx.x * block_size + threadIdx.x;
  // [starter
  //- if (i >= n) return;
  //- int sum = 0;
  //- for (int k = -radius; k <= radius; ++k) {
  //-   if (i + k >= 0 && i + k < n) sum += x[i + k];
  //- }
  //- y[i] = sum;
  __shared__ int tile[block_size + 2 * radius];
  for (int k = threadIdx.x; k < block_size + 2 * radius; k += block_size) {
    const int from = blockIdx.x * block_size + k - radius;
    tile[k] = from >= 0 && from < n ? x[from] : 0;
  }
  __syncthreads();
  if (i >= n) return;
  int sum = 0;
  for (int k = 0; k <= 2 * radius; ++k) sum += tile[threadIdx.x + k];
  y[i] = sum;
  // starter]
}
