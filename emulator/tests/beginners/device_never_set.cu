// Memory of the second device, a stream of the first: cudaSetDevice is missing before the launch.
#include <stdio.h>
__global__ void one(int* x) {
  x[threadIdx.x] = 1;
}
int main() {
  int count = 0;
  cudaGetDeviceCount(&count);
  int *x, h[32];
  cudaStream_t s;
  cudaSetDevice(count - 1);
  cudaStreamCreate(&s);
  cudaMalloc(&x, sizeof(h));
  cudaSetDevice(0);
  cudaStreamDestroy(s);
  one<<<1, 32, 0, s>>>(x);  //~ launch that failed
  cudaMemcpy(h, x, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%d\n", h[3]);
  cudaFree(x);
  return 0;
}
