// A limit in a __device__ variable is given to the next kernel by value: host code has only another variable of the
// name.
#include <cstdio>

__device__ int limit = 100;

__global__ void find_limit() {
  limit = 20;
}
__global__ void clip(int* a, int largest) {
  int i = threadIdx.x;
  if (a[i] > largest) a[i] = largest;
}

int main() {
  int h[64], *d;
  for (int i = 0; i < 64; i++) h[i] = i;
  cudaMalloc(&d, sizeof(h));
  cudaMemcpy(d, h, sizeof(h), cudaMemcpyHostToDevice);
  find_limit<<<1, 1>>>();
  clip<<<1, 64>>>(d, limit);  //~ limit in host code does not have the device variable's value
  cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%d\n", h[63]);
  cudaFree(d);
  return 0;
}
