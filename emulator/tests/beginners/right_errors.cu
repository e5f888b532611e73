// A correct program: errors that it expects and checks, calls that it ignores on purpose, and text that is waited for.
// ? silent
#include <cstdio>

__global__ void speak(int i) {
  printf("kernel %d\n", i);
}

int main() {
  void* p = nullptr;
  if (cudaMalloc(&p, size_t(1) << 50) != cudaSuccess) std::printf("no such memory\n");
  cudaGetLastError();
  speak<<<1, 2048>>>(0);
  cudaError_t error = cudaGetLastError();
  std::printf("refused: %s\n", cudaGetErrorName(error));
  (void)cudaFree(&error);
  speak<<<1, 1>>>(1);
  cudaDeviceSynchronize();
  speak<<<0, 1>>>(2);
  if (cudaPeekAtLastError() != cudaSuccess) std::printf("refused again\n");
  cudaEvent_t event;
  cudaEventCreate(&event);
  cudaEventRecord(event);
  cudaEventQuery(event);
  cudaEventDestroy(event);
  return 0;
}
