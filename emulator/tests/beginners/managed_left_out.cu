// Managed memory: too few blocks, and the host adds up elements that were never written.
#include <iostream>
__global__ void init(int n, float* x, float* y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    x[i] = 1.0f;
    y[i] = 2.0f;
  }
}
int main() {
  int N = 1000;
  float *x, *y;
  cudaMallocManaged(&x, N * sizeof(float));
  cudaMallocManaged(&y, N * sizeof(float));
  init<<<N / 256, 256>>>(N, x, y);  //~ result that was never made
  cudaDeviceSynchronize();
  float sum = 0.0f;
  for (int i = 0; i < N; i++) sum += x[i] + y[i];
  std::cout << "sum: " << sum << std::endl;
  cudaFree(x);
  cudaFree(y);
  return 0;
}
