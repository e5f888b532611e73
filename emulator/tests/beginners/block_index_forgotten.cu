// All blocks work on the elements of the first.
#include <stdio.h>
__global__ void setIndex(int* a) {
  int i = threadIdx.x;
  a[i] = i + blockIdx.x;  //~ race in global memory
}
int main() {
  int n = 1024;
  int* a;
  cudaMallocManaged(&a, n * sizeof(int));
  for (int i = 0; i < n; i++) a[i] = 0;
  setIndex<<<4, 256>>>(a);
  cudaDeviceSynchronize();
  printf("%d %d\n", a[3], a[1000]);
  cudaFree(a);
  return 0;
}
