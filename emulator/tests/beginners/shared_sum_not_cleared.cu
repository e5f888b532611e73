// Shared memory is uninitialised at first, not 0.
#include <stdio.h>
__global__ void sum(const int* in, int* out) {
  __shared__ int total;
  atomicAdd(&total, in[threadIdx.x]);  //~ uninitialised shared memory
  __syncthreads();
  if (threadIdx.x == 0) *out = total;
}
int main() {
  int *in, *out;
  cudaMallocManaged(&in, 64 * sizeof(int));
  cudaMallocManaged(&out, sizeof(int));
  for (int i = 0; i < 64; i++) in[i] = 1;
  sum<<<1, 64>>>(in, out);
  cudaDeviceSynchronize();
  printf("%d\n", *out);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
