// Adds two vectors, the first program of every course.
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "helper_macros.cuh"

__global__ void vector_add(const float* a, const float* b, float* c, int n) {
  const int i = blockDim.x * blockIdx.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}

int main() {
  const int n = 50000;
  const size_t bytes = n * sizeof(float);
  std::vector<float> a(n), b(n), c(n, -1.0f);
  for (int i = 0; i < n; ++i) {
    a[i] = static_cast<float>(i);
    b[i] = static_cast<float>(2 * i);
  }
  float *d_a = NULL, *d_b = NULL, *d_c = NULL;
  checkErrors(cudaMalloc((void**)&d_a, bytes));
  checkErrors(cudaMalloc((void**)&d_b, bytes));
  checkErrors(cudaMalloc((void**)&d_c, bytes));
  checkErrors(cudaMemcpy(d_a, a.data(), bytes, cudaMemcpyHostToDevice));
  checkErrors(cudaMemcpy(d_b, b.data(), bytes, cudaMemcpyHostToDevice));
  const int threads = 256, blocks = (n + threads - 1) / threads;
  printf("launching %d blocks of %d threads\n", blocks, threads);
  vector_add<<<blocks, threads>>>(d_a, d_b, d_c, n);
  lastError("launch");
  checkErrors(cudaMemcpy(c.data(), d_c, bytes, cudaMemcpyDeviceToHost));
  int wrong = 0;
  for (int i = 0; i < n; ++i) wrong += c[i] != 3.0f * i;
  printf("wrong elements: %d, last: %.1f\n", wrong, c[n - 1]);
  checkErrors(cudaFree(d_a));
  checkErrors(cudaFree(d_b));
  checkErrors(cudaFree(d_c));
  vector_add<<<1, 4096>>>(NULL, NULL, NULL, 0);  // more threads than a block can have
  lastError("too large a block");
  return wrong;
}
