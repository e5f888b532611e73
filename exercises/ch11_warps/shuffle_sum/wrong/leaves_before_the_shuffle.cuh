// rejected: warp function|mask|total.0. is
// *total += the sum of the n numbers. Whole warps: blocks of 128 threads.
__global__ void add_up(const int* x, int* total, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
  if (i >= n) return;
  int sum = x[i];
  for (int distance = 16; distance > 0; distance /= 2) sum += __shfl_down_sync(0xffffffff, sum, distance);
  if (lane == 0) atomicAdd(total, sum);
}
