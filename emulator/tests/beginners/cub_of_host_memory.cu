// CUB's algorithms run on the device: a vector of the host is no input.
//? plain
#include <cstdio>
#include <cub/cub.cuh>
#include <vector>

int main() {
  const int n = 1000;
  std::vector<int> numbers(n, 3);
  int *sum, h = 0;
  cudaMalloc(&sum, sizeof(int));
  void* storage = nullptr;
  size_t bytes = 0;
  cub::DeviceReduce::Sum(storage, bytes, numbers.data(), sum, n);
  cudaMalloc(&storage, bytes);
  cub::DeviceReduce::Sum(storage, bytes, numbers.data(), sum, n);
  cudaError_t error = cudaMemcpy(&h, sum, sizeof(int), cudaMemcpyDeviceToHost);
  //= host memory
  std::printf("%d, %s\n", h, cudaGetErrorName(error));  //= cudaErrorIllegalAddress
  cudaFree(storage);
  cudaFree(sum);
}
