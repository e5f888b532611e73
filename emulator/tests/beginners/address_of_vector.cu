// The address of the vector is copied from, and not that of its elements.
#include <cstdio>
#include <vector>
__global__ void twice(float* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = 2 * x[i];
}
int main() {
  std::vector<float> x(1000, 1.0f);
  float* d_x;
  cudaMalloc(&d_x, x.size() * sizeof(float));
  cudaMemcpy(d_x, &x, x.size() * sizeof(float), cudaMemcpyHostToDevice);  //~ x is the vector itself
  twice<<<4, 256>>>(d_x, x.size());
  cudaMemcpy(&x, d_x, x.size() * sizeof(float), cudaMemcpyDeviceToHost);  //~ x is the vector itself
  std::printf("%f\n", x[0]);
  cudaFree(d_x);
  return 0;
}
