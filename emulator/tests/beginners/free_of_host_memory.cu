// cudaFree of what malloc gave.
//? plain
//= it is the host's memory: free() or delete gives back
#include <stdio.h>
#include <stdlib.h>
__global__ void one(int* x) {
  *x = 1;
}
int main() {
  int *x = (int*)malloc(sizeof(int)), *dx;
  cudaMalloc(&dx, sizeof(int));
  one<<<1, 1>>>(dx);
  cudaMemcpy(x, dx, sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d\n", *x);
  cudaFree(x);  //~ call that failed
  cudaFree(dx);
  return 0;
}
