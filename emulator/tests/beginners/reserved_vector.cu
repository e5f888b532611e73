// The host's vector has memory, but no elements.
#include <stdio.h>

#include <vector>
__global__ void fill(float* a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] = i;
}
int main() {
  const int n = 1000;
  std::vector<float> result;
  result.reserve(n);
  float *d, sum = 0;
  cudaMalloc(&d, n * sizeof(float));
  fill<<<4, 256>>>(d, n);
  cudaMemcpy(result.data(), d, n * sizeof(float), cudaMemcpyDeviceToHost);  //~ has no elements
  for (float x : result) sum += x;
  printf("%f\n", sum);
  cudaFree(d);
  return 0;
}
