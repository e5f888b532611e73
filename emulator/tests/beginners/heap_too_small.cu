// 64 KB for each of 1000 threads, from a heap of 8 MB; nobody asks whether malloc returned a null pointer.
#include <stdio.h>
__global__ void work(int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int* scratch = (int*)malloc(64 * 1024);  //~ kernel heap too small: 1000 threads
  for (int k = 0; k < 16; k++) scratch[k * 1024] = k * i;
  out[i] = scratch[(i % 16) * 1024];
  free(scratch);
}
int main() {
  const int n = 1000;
  int *d, h[n];
  cudaMalloc(&d, n * sizeof(int));
  work<<<4, 256>>>(d, n);
  cudaMemcpy(h, d, n * sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d\n", h[5]);
  cudaFree(d);
  return 0;
}
