// The index is the thread's number in its block: all blocks take the first 128 elements.
#include <cstdio>
#include <vector>
__global__ void halve(const float* x, float* y, int n) {
  int i = threadIdx.x;
  if (i < n) y[i] = 0.5f * x[i];  //~ race in global memory
}
//= does the index leave blockIdx out?
int main() {
  const int n = 1024;
  std::vector<float> x(n), y(n);
  for (int i = 0; i < n; i++) x[i] = i;
  float *dx, *dy;
  cudaMalloc(&dx, n * sizeof(float));
  cudaMalloc(&dy, n * sizeof(float));
  cudaMemcpy(dx, x.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  halve<<<n / 128, 128>>>(dx, dy, n);
  cudaMemcpy(y.data(), dy, n * sizeof(float), cudaMemcpyDeviceToHost);
  printf("%f\n", y[1000]);
  cudaFree(dx);
  cudaFree(dy);
}
