// nvcc endless.cu && ./a.out
// A loop whose end nobody brings about.
#include <cstdio>

__global__ void count(volatile int* x) {
  while (*x >= 0) *x = (*x + 1) % 1000;
}

int main() {
  int* x = nullptr;
  cudaMalloc(&x, sizeof(int));
  cudaMemset(x, 0, sizeof(int));
  std::printf("starts\n");
  count<<<1, 1>>>(x);
  std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
