// Text from a kernel, and a device function that is called conditionally.
#include <cstdio>
__device__ void report(const char* what, int value) {
  if (value % 5 == 0) printf("%s %d of block %d\n", what, value, blockIdx.x);
}
__global__ void work(int* sum) {
  report("thread", threadIdx.x);
  atomicAdd(sum, threadIdx.x);
  __syncthreads();
  if (threadIdx.x == 0 && blockIdx.x == gridDim.x - 1) printf("last block is through\n");
}
int main() {
  int *sum, h = 0;
  cudaMalloc(&sum, sizeof(int));
  cudaMemset(sum, 0, sizeof(int));
  work<<<3, 11>>>(sum);
  cudaDeviceSynchronize();
  cudaMemcpy(&h, sum, sizeof h, cudaMemcpyDeviceToHost);
  cudaFree(sum);
  return h == 3 * 55 ? 0 : 1;
}
