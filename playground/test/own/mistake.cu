// Line 10 names a variable that nobody declares, and line 12 has a wrong argument.
#include <cstdio>

__global__ void scale(float* x, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = 2 * x[i];
}

int main() {
  scale<<<1, 32>>>(x, 32);
  float* y = nullptr;
  cudaMalloc(&y, "many");
  std::printf("not reached\n");
}
