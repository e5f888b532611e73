// assert() in a kernel: the kernel ends, and the next call that waits says why.
#include <cassert>
#include <cstdio>

__global__ void root(const double* x, double* y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  assert(x[i] >= 0 && "no root of a negative number");
  y[i] = sqrt(x[i]);
}

int main() {
  const int n = 100;
  double *x, *y;
  cudaMallocManaged(&x, n * sizeof *x);
  cudaMallocManaged(&y, n * sizeof *y);
  for (int i = 0; i < n; ++i) x[i] = i;
  root<<<4, 32>>>(x, y, n);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  printf("root of 81: %g\n", y[81]);
  x[50] = -1;
  root<<<4, 32>>>(x, y, n);
  printf("%s\n", cudaGetErrorName(cudaGetLastError()));
  const cudaError_t error = cudaDeviceSynchronize();
  printf("%s: %s\n", cudaGetErrorName(error), cudaGetErrorString(error));
  return error == cudaErrorAssert ? 0 : 1;
}
