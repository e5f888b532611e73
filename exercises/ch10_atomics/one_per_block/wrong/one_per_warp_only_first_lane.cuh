// rejected: total.0. is .*, should be
constexpr int block_size = 256;

// *total += the sum of the n numbers. Blocks of block_size threads.
__global__ void add_up(const int* x, int* total, int n) {
  const int t = threadIdx.x, i = blockIdx.x * block_size + t;
  __shared__ int tile[block_size];
  tile[t] = i < n ? x[i] : 0;
  __syncthreads();
  for (int half = 16; half > 0; half /= 2) {
    if (t < half) tile[t] += tile[t + half];
    __syncthreads();
  }
  if (t == 0) atomicAdd(total, tile[0]);
}
