// The copy back counts elements instead of bytes.
//= 1024 elements have 4096 bytes: n * sizeof(...) instead of n?
#include <stdio.h>
#include <stdlib.h>

__global__ void iota(int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = i;
}

int main() {
  int n = 1024;
  int* h = (int*)calloc(n, sizeof(int));
  int* d;
  cudaMalloc(&d, n * sizeof(int));
  iota<<<n / 128, 128>>>(d, n);
  cudaMemcpy(h, d, n, cudaMemcpyDeviceToHost);  //~ result of which only a part was copied back
  printf("%d %d\n", h[10], h[1000]);
  cudaFree(d);
  free(h);
  return 0;
}
