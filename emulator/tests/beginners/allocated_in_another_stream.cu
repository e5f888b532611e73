// The memory is made in the order of one stream and used in another, which does not wait for it.
#include <stdio.h>

__global__ void fill(int* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = i;
}

int main() {
  const int n = 4096;
  int *x, h[n];
  cudaStream_t first, second;
  cudaStreamCreate(&first);
  cudaStreamCreate(&second);
  cudaMallocAsync(&x, sizeof(h), first);  //~ makes what kernel fill
  fill<<<16, 256, 0, second>>>(x, n);
  cudaMemcpyAsync(h, x, sizeof(h), cudaMemcpyDeviceToHost, second);
  cudaFreeAsync(x, second);
  cudaStreamSynchronize(second);
  printf("%d\n", h[n - 1]);
  cudaStreamDestroy(first);
  cudaStreamDestroy(second);
  return 0;
}
