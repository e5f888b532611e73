// Gets the last error, and ignores it.
//? plain
//= 2000 threads in a block
#include <stdio.h>
__global__ void work(int* p) {
  p[threadIdx.x] = 1;
}
int main() {
  int* p;
  cudaMalloc(&p, 2000 * sizeof(int));
  work<<<1, 2000>>>(p);  //~ launch that failed
  cudaGetLastError();
  cudaDeviceSynchronize();
  printf("worked\n");
  cudaFree(p);
  return 0;
}
