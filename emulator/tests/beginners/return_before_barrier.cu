// if (i >= n) return; before a barrier.
#include <stdio.h>
__global__ void shiftLeft(int* a, int n) {
  __shared__ int s[128];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  s[threadIdx.x] = a[i];
  __syncthreads();  //~ barrier
  if (threadIdx.x + 1 < blockDim.x && i + 1 < n) a[i] = s[threadIdx.x + 1];
}
int main() {
  int n = 200, h[200];
  for (int i = 0; i < n; i++) h[i] = i;
  int* d;
  cudaMalloc(&d, sizeof(h));
  cudaMemcpy(d, h, sizeof(h), cudaMemcpyHostToDevice);
  shiftLeft<<<2, 128>>>(d, n);
  cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%d\n", h[0]);
  cudaFree(d);
  return 0;
}
