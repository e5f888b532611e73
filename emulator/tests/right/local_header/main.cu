// A header in a kernel's body: its variables are the kernel's own.
#include <cstdio>

__global__ void fill(double* p) {
#include "values.h"
  quarter += third;
  *p = quarter;
}

int main() {
  double *d, h = 0;
  cudaMalloc(&d, sizeof h);
  fill<<<1, 1>>>(d);
  cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost);
  cudaFree(d);
  std::printf("%g\n", h);
  return h == 0.25 + 1. / 3 ? 0 : 1;
}
