// rejected: was never written
#include <cub/device/device_reduce.cuh>

// *result = the sum of the n numbers at x; both in device memory
void sum_of_all(const int* x, int* result, int n) {
  void* memory = nullptr;
  size_t bytes = 0;
  cub::DeviceReduce::Sum(memory, bytes, x, result, n);
  cudaMalloc(&memory, bytes);
  bytes = 0;
  cub::DeviceReduce::Sum(memory, bytes, x, result, n);
  cudaFree(memory);
}
