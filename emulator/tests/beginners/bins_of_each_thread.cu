// The bin's number comes from the data: the array of each thread cannot stay in registers.
#include <stdio.h>
__global__ void count(const int* data, int* result, int n) {
  int bins[8] = {};
  for (int i = threadIdx.x; i < n; i += blockDim.x) bins[data[i] % 8] += 1;  //~ cost: the index of bins
  for (int b = 0; b < 8; b++) atomicAdd(&result[b], bins[b]);
}
int main() {
  const int n = 1000;
  int h[n], r[8], *data, *result;
  for (int i = 0; i < n; i++) h[i] = i;
  cudaMalloc(&data, sizeof(h));
  cudaMalloc(&result, sizeof(r));
  cudaMemcpy(data, h, sizeof(h), cudaMemcpyHostToDevice);
  cudaMemset(result, 0, sizeof(r));
  count<<<1, 64>>>(data, result, n);
  cudaMemcpy(r, result, sizeof(r), cudaMemcpyDeviceToHost);
  printf("%d\n", r[3]);
  cudaFree(data);
  cudaFree(result);
  return 0;
}
