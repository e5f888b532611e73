// A kernel stores to a variable that nothing reads. The address it loads from must be valid all the same.
#include <cstdio>

__device__ int sink;

__global__ void load(const int* from) {
  sink = *from;
}

int main() {
  int* there;
  cudaMalloc(&there, sizeof(int));
  cudaMemset(there, 0, sizeof(int));
  load<<<1, 1>>>(there);
  std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  load<<<1, 1>>>(nullptr);
  std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
