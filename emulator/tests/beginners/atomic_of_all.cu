// One atomic per thread, all on one word.
//= 32.0 lanes of a warp take turns at one address
#include <stdio.h>
__global__ void addAll(const int* x, int* sum, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(sum, x[i]);  //~ hint: cost
}
int main() {
  int n = 2048, *x, *sum;
  cudaMallocManaged(&x, n * sizeof(int));
  cudaMallocManaged(&sum, sizeof(int));
  *sum = 0;
  for (int i = 0; i < n; i++) x[i] = 1;
  addAll<<<8, 256>>>(x, sum, n);
  cudaDeviceSynchronize();
  printf("%d\n", *sum);
  cudaFree(x);
  cudaFree(sum);
  return 0;
}
