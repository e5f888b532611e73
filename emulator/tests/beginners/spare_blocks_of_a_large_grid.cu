// The same in a grid whose blocks are too many to be checked: the arrays' length says where the end is.
#include <cstdio>
#include <vector>

constexpr int n = 3000000;

__global__ void copy(const float* from, float* to) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > n) return;
  to[i] = from[i];  //~ out of bounds
}

int main() {
  std::vector<float> values(n, 1.0f);
  float *a, *b;
  cudaMalloc(&a, n * sizeof(float));
  cudaMalloc(&b, n * sizeof(float));
  cudaMemcpy(a, values.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  copy<<<20000, 256>>>(a, b);
  cudaMemcpy(values.data(), b, n * sizeof(float), cudaMemcpyDeviceToHost);
  printf("%g\n", values[n - 1]);
  cudaFree(a);
  cudaFree(b);
}
