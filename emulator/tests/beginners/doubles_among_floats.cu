// 3.14159 is a double, and so is the whole product.
#include <stdio.h>
__global__ void area(const float* radius, float* result, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) result[i] = 3.14159 * radius[i] * radius[i];  //~ cost: 3.14159 is a double
}
int main() {
  float radius[100], result[100];
  for (int i = 0; i < 100; i++) radius[i] = i;
  float *d_radius, *d_result;
  cudaMalloc(&d_radius, sizeof(radius));
  cudaMalloc(&d_result, sizeof(result));
  cudaMemcpy(d_radius, radius, sizeof(radius), cudaMemcpyHostToDevice);
  area<<<1, 128>>>(d_radius, d_result, 100);
  cudaMemcpy(result, d_result, sizeof(result), cudaMemcpyDeviceToHost);
  printf("%f\n", result[10]);
  cudaFree(d_radius);
  cudaFree(d_result);
  return 0;
}
