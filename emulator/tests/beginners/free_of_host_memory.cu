// cudaFree of memory from malloc.
//? plain
//= it is the host's memory: free() or delete frees what malloc() or new allocated
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
