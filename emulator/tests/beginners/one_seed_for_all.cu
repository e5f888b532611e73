// A linear congruential generator: every thread starts it with the same seed.
//? plain
#include <cuda_runtime.h>

#include <cstdio>
__device__ float draw(unsigned* x) {
  *x = *x * 1664525u + 1013904223u;
  return (*x >> 8) * (1.0f / 16777216.0f);
}
__global__ void walk(unsigned seed, float* position, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned x = seed ^ 0x5bd1e995u;  //~ all threads start x with the same seed
  float here = 0;
  for (int step = 0; step < 20; step++) here += draw(&x) < 0.5f ? -1.0f : 1.0f;
  position[i] = here;
}
int main() {
  const int n = 500;
  float h[n], *d;
  cudaMalloc(&d, n * sizeof(float));
  walk<<<4, 128>>>(2024u, d, n);
  cudaMemcpy(h, d, n * sizeof(float), cudaMemcpyDeviceToHost);
  printf("%f %f\n", h[0], h[1]);
  cudaFree(d);
}
