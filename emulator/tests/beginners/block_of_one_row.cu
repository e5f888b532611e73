// One block for all elements.
//? plain
//= 5000 threads in a block (n = 5000); a block holds at most 1024
#include <cstdio>
#include <vector>

__global__ void square(int* data) {
  data[threadIdx.x] *= data[threadIdx.x];
}

int main() {
  const int n = 5000;
  std::vector<int> numbers(n, 3);
  int* gpuNumbers = nullptr;
  cudaMalloc(&gpuNumbers, n * sizeof(int));
  cudaMemcpy(gpuNumbers, numbers.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  square<<<1, n>>>(gpuNumbers);  //~ launch that failed
  cudaMemcpy(numbers.data(), gpuNumbers, n * sizeof(int), cudaMemcpyDeviceToHost);
  std::printf("3 squared is %d\n", numbers[0]);
  cudaFree(gpuNumbers);
  return 0;
}
