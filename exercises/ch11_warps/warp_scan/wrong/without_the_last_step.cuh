// rejected: is .*, should be
// The sum of the values of the lanes up to this one. All 32 lanes call it.
__device__ int sum_up_to_me(int value) {
  const int lane = threadIdx.x % 32;
  int sum = value;
  for (int d = 1; d < 16; d *= 2) {
    const int before = __shfl_up_sync(0xffffffff, sum, d);
    if (lane >= d) sum += before;
  }
  return sum;
}

// y[i] = the sum of the elements from the first one of i's warp to x[i], for i < n
__global__ void warp_sums(const int* x, int* y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int sum = sum_up_to_me(i < n ? x[i] : 0);
  if (i < n) y[i] = sum;
}
