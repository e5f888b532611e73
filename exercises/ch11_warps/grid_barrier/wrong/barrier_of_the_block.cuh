// rejected: race in global memory|should be
#include <cooperative_groups.h>

// *total += the sum of the n numbers; then x[i] -= *total for all of them. *total is 0 before.
__global__ void subtract_total_kernel(int* x, int* total, int n) {
  const int first = blockIdx.x * blockDim.x + threadIdx.x, stride = gridDim.x * blockDim.x;
  int sum = 0;
  for (int i = first; i < n; i += stride) sum += x[i];
  atomicAdd(total, sum);
  __syncthreads();
  for (int i = first; i < n; i += stride) x[i] -= *total;
}

void subtract_total(int* x, int* total, int n) {
  const int blocks = 4, threads = 32;
  void* arguments[] = {&x, &total, &n};
  cudaLaunchCooperativeKernel(subtract_total_kernel, dim3(blocks), dim3(threads), arguments, 0, nullptr);
}
