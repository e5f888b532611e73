// The translator refuses line 9: a kernel cannot call a function of the host.
#include <cstdio>

int twice(int x) {
  return 2 * x;
}

__global__ void fill(int* x) {
  x[threadIdx.x] = twice(static_cast<int>(threadIdx.x));
}

int main() {
  int* x = nullptr;
  cudaMalloc(&x, 32 * sizeof(int));
  fill<<<1, 32>>>(x);
  std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
