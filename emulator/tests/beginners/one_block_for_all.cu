// One block runs over an array of which a thousand blocks could each take a part.
//= hint: cost: kernel scale: one block makes all of its 400000 accesses to global memory
#include <stdio.h>
__global__ void scale(float* x, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) x[i] = 2 * x[i];
}
int main() {
  const int n = 200000;
  float* x;
  cudaMallocManaged(&x, n * sizeof(float));
  for (int i = 0; i < n; i++) x[i] = i;
  scale<<<1, 256>>>(x, n);
  cudaDeviceSynchronize();
  printf("%f\n", x[n - 1]);
  cudaFree(x);
  return 0;
}
