// A count that has become negative.
//? plain
//= which is -1 converted to an unsigned number
#include <stdio.h>
__global__ void touch(char* p) {
  p[blockIdx.x] = 1;
}
int remaining(int total, int used) {
  return total - used;
}
int main() {
  char* p;
  cudaMalloc(&p, 16);
  int left = remaining(7, 8);
  touch<<<left, 1>>>(p);  //~ launch that failed
  cudaDeviceSynchronize();
  printf("touched %d\n", left);
  cudaFree(p);
  return 0;
}
