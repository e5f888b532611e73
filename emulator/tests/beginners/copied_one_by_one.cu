// Each element gets a call of its own.
#include <stdio.h>
__global__ void twice(int* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= 2;
}
int main() {
  const int n = 500;
  int h[n], *d;
  cudaMalloc(&d, sizeof(h));
  for (int i = 0; i < n; i++) h[i] = i;
  for (int i = 0; i < n; i++) cudaMemcpy(&d[i], &h[i], sizeof(int), cudaMemcpyHostToDevice);  //~ hint: cost: the copies
  twice<<<2, 256>>>(d, n);
  cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%d\n", h[n - 1]);
  cudaFree(d);
  return 0;
}
//= take 500 neighbouring elements one by one
