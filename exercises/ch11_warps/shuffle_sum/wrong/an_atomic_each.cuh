// rejected: threads' accesses that change global memory
// *total += the sum of the n numbers. Whole warps: blocks of 128 threads.
__global__ void add_up(const int* x, int* total, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
  if (i < n) atomicAdd(total, x[i]);
  static_cast<void>(lane);
}
