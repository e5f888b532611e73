// nvcc first.cu && ./a.out
#include <cstdio>

__global__ void first_kernel() {
  printf("hello from the GPU\n");
}

int main() {
  first_kernel<<<1, 1>>>();
  cudaDeviceSynchronize();
}
