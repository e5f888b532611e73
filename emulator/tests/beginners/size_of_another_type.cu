// sizeof(float) of an array of doubles.
#include <cuda_runtime.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

__global__ void square(double* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = x[i] * x[i];
}
int main() {
  const int n = 1000;
  std::vector<double> h(n);
  for (int i = 0; i < n; i++) h[i] = i;
  double* d;
  cudaMalloc(&d, n * sizeof(double));
  cudaMemcpy(d, h.data(), n * sizeof(double), cudaMemcpyHostToDevice);
  square<<<4, 256>>>(d, n);
  cudaMemcpy(h.data(), d, n * sizeof(float), cudaMemcpyDeviceToHost);  //~ points to elements of type double
  printf("%f\n", h[999]);
  cudaFree(d);
}
