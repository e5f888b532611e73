// Odd-even sort in shared memory: neighbours are exchanged, with a barrier between the rounds.
#include <stdio.h>
#include <stdlib.h>
__device__ void order(float* a, float* b) {
  if (*a > *b) {
    float t = *a;
    *a = *b;
    *b = t;
  }
}
__global__ void odd_even(float* g, int n) {
  extern __shared__ float s[];
  int t = threadIdx.x;
  for (int i = t; i < n; i += blockDim.x) s[i] = g[i];
  __syncthreads();
  for (int round = 0; round < n; round++) {
    int i = 2 * t + (round & 1);
    if (i + 1 < n) order(&s[i], &s[i + 1]);
    __syncthreads();
  }
  for (int i = t; i < n; i += blockDim.x) g[i] = s[i];
}
int main() {
  int n = 201;
  float h[201], *d;
  for (int i = 0; i < n; i++) h[i] = (float)((i * 97) % n);
  cudaMalloc((void**)&d, n * sizeof(float));
  cudaMemcpy(d, h, n * sizeof(float), cudaMemcpyHostToDevice);
  odd_even<<<1, (n + 1) / 2, n * sizeof(float)>>>(d, n);
  cudaMemcpy(h, d, n * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(d);
  for (int i = 0; i < n; i++)
    if (h[i] != (float)i) exit(1);
  printf("sorted\n");
  return 0;
}
