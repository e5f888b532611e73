// printf in kernels: every thread prints its index.
#include <stdio.h>

__device__ void say(const char* what, int value) {
  printf("%s %d\n", what, value);
}

__global__ void hello() {
  printf("block %d, thread (%d, %d) of %d x %d\n", blockIdx.x, threadIdx.x, threadIdx.y, blockDim.x, blockDim.y);
}
__global__ void formats(double d, long long big, unsigned small) {
  if (threadIdx.x == 0)
    printf("%5.2f|%-8d|%08x|%lld|%u|%c|%s|%%|%e\n", d, -7, 0xbeef, big, small, 'z', "text", 12345.678);
  if (threadIdx.x == 0) say("one is", 1);
}
__device__ const char name[] = "constant text";
__global__ void named() {
  printf("%s\n", name);
}

int main() {
  printf("host before\n");
  hello<<<1, dim3(2, 2)>>>();
  cudaDeviceSynchronize();
  formats<<<1, 2>>>(3.14159, 1234567890123LL, 42u);
  named<<<1, 1>>>();
  cudaDeviceSynchronize();
  printf("host after\n");
  return cudaDeviceReset();
}
