// A function that allocates and never frees: each call leaks.
#include <stdio.h>
__global__ void twice(int* p) {
  *p *= 2;
}
int doubled(int x) {
  int* p = NULL;
  cudaMalloc(&p, sizeof(int));  //~ never freed
  cudaMemcpy(p, &x, sizeof(int), cudaMemcpyHostToDevice);
  twice<<<1, 1>>>(p);
  cudaMemcpy(&x, p, sizeof(int), cudaMemcpyDeviceToHost);
  return x;
}
int main() {
  printf("%d\n", doubled(21));
  return 0;
}
