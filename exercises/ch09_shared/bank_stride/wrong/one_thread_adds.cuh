// rejected: requests that load from shared memory
constexpr int block_size = 256;

// sums[b] = the sum of the elements of block b, of n in all
__global__ void block_sums(const int* x, int* sums, int n) {
  __shared__ int tile[block_size];
  const int t = threadIdx.x, i = blockIdx.x * block_size + t;
  tile[t] = i < n ? x[i] : 0;
  __syncthreads();
  if (t == 0) {
    for (int k = 1; k < block_size; ++k) tile[0] += tile[k];
  }
  if (t == 0) sums[blockIdx.x] = tile[0];
}
