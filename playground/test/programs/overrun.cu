// nvcc overrun.cu && ./a.out
// A student's first mistake: 32 threads for an array of 31 elements.
#include <cstdio>

__global__ void number(int* x) {
  x[threadIdx.x] = static_cast<int>(threadIdx.x);
}

int main() {
  int* x = nullptr;
  cudaMalloc(&x, 31 * sizeof(int));
  number<<<1, 32>>>(x);
  std::printf("the kernel: %s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  int first = 0;
  std::printf("the copy: %s\n", cudaGetErrorString(cudaMemcpy(&first, x, sizeof first, cudaMemcpyDeviceToHost)));
}
