// rejected: race in shared memory
constexpr int block_size = 256;

// sums[b] = the sum of the elements of block b, of n in all
__global__ void block_sums(const int* x, int* sums, int n) {
  __shared__ int tile[block_size];
  const int t = threadIdx.x, i = blockIdx.x * block_size + t;
  tile[t] = i < n ? x[i] : 0;
  __syncthreads();
  for (int half = block_size / 2; half >= 32; half /= 2) {
    if (t < half) tile[t] += tile[t + half];
    __syncthreads();
  }
  if (t >= 32) return;
  for (int half = 16; half > 0; half /= 2) {
    tile[t] += tile[t + half];
    __syncwarp();
  }
  if (t == 0) sums[blockIdx.x] = tile[0];
}
