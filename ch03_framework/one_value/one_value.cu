// nvcc one_value.cu && ./a.out
#include <cstdio>

__global__ void answer_kernel(int* x) {
  *x = 42;
}

int main() {
  int h_x = 0, *d_x;
  cudaMalloc(&d_x, sizeof(int));
  answer_kernel<<<1, 1>>>(d_x);
  cudaMemcpy(&h_x, d_x, sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(d_x);
  std::printf("the device wrote %d\n", h_x);
}
