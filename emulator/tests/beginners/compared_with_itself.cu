// The check gets the reference for both of its arrays, and so it always passes.
//? plain
#include <cuda_runtime.h>

#include <cmath>
#include <cstdio>
#include <vector>
__global__ void square(const float* in, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i] + in[i];
}
static bool resultsMatch(const float* a, const float* b, int n) {
  for (int i = 0; i < n; i++)
    if (fabsf(a[i] - b[i]) > 1e-5f) return false;
  return true;
}
int main() {
  const int n = 777;
  std::vector<float> in(n, 3.0f), out(n), expected(n, 9.0f);
  float *d_in, *d_out;
  cudaMalloc(&d_in, n * sizeof(float));
  cudaMalloc(&d_out, n * sizeof(float));
  cudaMemcpy(d_in, in.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  square<<<7, 128>>>(d_in, d_out, n);
  cudaMemcpy(out.data(), d_out, n * sizeof(float), cudaMemcpyDeviceToHost);
  printf("%s\n", resultsMatch(expected.data(), expected.data(), n) ? "passed" : "failed");  //~ compares it with itself
  cudaFree(d_in);
  cudaFree(d_out);
}
