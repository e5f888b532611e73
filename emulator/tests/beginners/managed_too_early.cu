// The host reads managed memory without waiting for the kernel.
#include <stdio.h>
__global__ void init(int* v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) v[i] = i;
}
int main() {
  int n = 4096, *v;
  cudaMallocManaged(&v, n * sizeof(int));
  init<<<n / 256, 256>>>(v, n);
  printf("%d\n", v[17]);  //~ the host does not wait
  cudaFree(v);
  return 0;
}
