// More dynamic shared memory than a launch gets without cudaFuncSetAttribute.
//? plain
//= 80000 bytes of dynamic shared memory; at most 49152 unless cudaFuncSetAttribute(
#include <cstdio>
#include <cstdlib>

__global__ void reverse(float* data, int n) {
  extern __shared__ float cache[];
  for (int i = threadIdx.x; i < n; i += blockDim.x) cache[i] = data[i];
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x) data[i] = cache[n - 1 - i];
}

int main() {
  int n = 20000;
  float* data;
  cudaMallocManaged(&data, n * sizeof(float));
  for (int i = 0; i < n; ++i) data[i] = i;
  reverse<<<1, 1024, n * sizeof(float)>>>(data, n);  //~ launch that failed
  cudaDeviceSynchronize();
  printf("first is now %.0f (should be %d)\n", data[0], n - 1);
  cudaFree(data);
  return 0;
}
