// The index is computed with 256 threads per block, and the launch has 128.
#include <cuda_runtime.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define THREADS 256
__global__ void scale(float* x, int n) {
  int i = blockIdx.x * THREADS + threadIdx.x;
  if (i < n) x[i] *= 2;
}
int main() {
  const int n = 10000;
  std::vector<float> h(n, 1.0f);
  float* d;
  cudaMalloc(&d, n * sizeof(float));
  cudaMemcpy(d, h.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  int threads = 128;
  scale<<<(n + THREADS - 1) / THREADS, threads>>>(d, n);  //~ leaves 128 elements out between one block and the next
  cudaMemcpy(h.data(), d, n * sizeof(float), cudaMemcpyDeviceToHost);
  int bad = 0;
  for (float v : h) bad += v != 2;
  printf("bad %d\n", bad);
  cudaFree(d);
}
