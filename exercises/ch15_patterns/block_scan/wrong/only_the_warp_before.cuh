// rejected: should be
constexpr int block_size = 128, warps = block_size / 32;

// The sum of the values of the warp's lanes up to this one
__device__ int up_to_me_in_warp(int sum) {
  for (int d = 1; d < 32; d *= 2) {
    const int before = __shfl_up_sync(0xffffffff, sum, d);
    if (threadIdx.x % 32 >= d) sum += before;
  }
  return sum;
}

// The sum of the values of the block's threads up to this one. totals has a place for each warp.
__device__ int up_to_me(int value, int* totals) {
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const int sum = up_to_me_in_warp(value);
  if (lane == 31) totals[warp] = sum;
  __syncthreads();
  int before = 0;
  if (warp > 0) before = totals[warp - 1];
  return before + sum;
}

// y[i] = the sum of the elements from the first one of i's block to x[i], for i < n
__global__ void scan_blocks(const int* x, int* y, int n) {
  __shared__ int totals[warps];
  const int i = blockIdx.x * block_size + threadIdx.x;
  const int sum = up_to_me(i < n ? x[i] : 0, totals);
  if (i < n) y[i] = sum;
}
