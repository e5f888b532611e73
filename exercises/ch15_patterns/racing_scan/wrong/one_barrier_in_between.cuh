// rejected: race in shared memory
constexpr int block_size = 256;

// y[i] = the sum of the elements from the first one of i's block to x[i], for i < n
__global__ void scan_block(const int* x, int* y, int n) {
  __shared__ int tile[block_size];
  const int t = threadIdx.x, i = blockIdx.x * block_size + t;
  tile[t] = i < n ? x[i] : 0;
  __syncthreads();
  for (int d = 1; d < block_size; d *= 2) {
    const int before = t >= d ? tile[t - d] : 0;
    __syncthreads();
    tile[t] += before;
  }
  if (i < n) y[i] = tile[t];
}
