// The grid that fills the device has fewer threads than the array has elements, and each thread takes one.
#include <cstdio>
#include <vector>
__global__ void twice(float* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= 2;
}
int main() {
  const int n = 1000000;
  std::vector<float> h(n, 1);
  float* x;
  cudaMalloc(&x, n * 4);
  cudaMemcpy(x, h.data(), n * 4, cudaMemcpyHostToDevice);
  int grid, block;
  cudaOccupancyMaxPotentialBlockSize(&grid, &block, twice, 0, 0);
  twice<<<grid, block>>>(x, n);  //~ threads for 1000000 elements
  cudaMemcpy(h.data(), x, n * 4, cudaMemcpyDeviceToHost);
  printf("%g %g\n", h[0], h[n - 1]);
  cudaFree(x);
}
