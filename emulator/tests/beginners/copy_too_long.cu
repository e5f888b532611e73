// 400 bytes into 40: the allocation forgot sizeof.
//? plain only
//= 400 bytes, but the destination has 100 bytes, allocated at copy_too_long.cu:18
#include <stdio.h>

__global__ void twice(float* x, int n) {
  int i = threadIdx.x;
  if (i < n) x[i] *= 2;
}

int main() {
  int n = 100;
  float host[100];
  for (int i = 0; i < n; i++) host[i] = i;

  float* device;

  cudaMalloc(&device, n);
  cudaMemcpy(device, host, n * sizeof(float), cudaMemcpyHostToDevice);  //~ call that failed
  twice<<<1, 25>>>(device, 25);
  cudaMemcpy(host, device, n, cudaMemcpyDeviceToHost);
  printf("%f %f\n", host[1], host[99]);
  cudaFree(device);
  return 0;
}
