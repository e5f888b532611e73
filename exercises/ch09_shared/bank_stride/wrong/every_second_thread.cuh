// rejected: requests that load from shared memory
constexpr int block_size = 256;

// sums[b] = the sum of the elements of block b, of n in all
__global__ void block_sums(const int* x, int* sums, int n) {
  __shared__ int tile[block_size];
  const int t = threadIdx.x, i = blockIdx.x * block_size + t;
  tile[t] = i < n ? x[i] : 0;
  __syncthreads();
  for (int distance = 1; distance < block_size; distance *= 2) {
    if (t % (2 * distance) == 0) tile[t] += tile[t + distance];
    __syncthreads();
  }
  if (t == 0) sums[blockIdx.x] = tile[0];
}
