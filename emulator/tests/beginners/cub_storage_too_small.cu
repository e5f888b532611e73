// The size of the temporary storage was asked for with fewer elements.
#include <cstdio>
#include <cub/cub.cuh>

int main() {
  const int n = 1 << 18;
  float *a, *sum, h = 0;
  cudaMalloc(&a, n * sizeof(float));
  cudaMemset(a, 0, n * sizeof(float));
  cudaMalloc(&sum, sizeof(float));
  void* storage = nullptr;
  size_t bytes = 0;
  cub::DeviceReduce::Sum(storage, bytes, a, sum, 100);
  cudaMalloc(&storage, bytes);
  cub::DeviceReduce::Sum(storage, bytes, a, sum, n);  //~ of temporary storage, and needs more
  cudaMemcpy(&h, sum, sizeof(float), cudaMemcpyDeviceToHost);
  std::printf("%g\n", h);
  cudaFree(storage);
  cudaFree(sum);
  cudaFree(a);
}
