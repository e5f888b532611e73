// The measured values are doubles, the kernel's are floats: the copy takes halves of doubles for floats.
#include <cstdio>
#include <vector>
__global__ void toFahrenheit(float* t, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) t[i] = t[i] * 1.8f + 32.0f;
}
int main() {
  std::vector<double> celsius(256, 21.5);
  int n = celsius.size();
  float* t;
  cudaMalloc(&t, n * sizeof(float));
  cudaMemcpy(t, celsius.data(), n * sizeof(float), cudaMemcpyHostToDevice);  //~ converts nothing: celsius has elements
  toFahrenheit<<<1, 256>>>(t, n);
  std::vector<float> result(n);
  cudaMemcpy(result.data(), t, n * sizeof(float), cudaMemcpyDeviceToHost);
  printf("%f\n", result[0]);
  cudaFree(t);
}
