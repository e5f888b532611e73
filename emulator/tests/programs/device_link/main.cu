// Several files compiled with -dc, which share device functions, variables and kernels by device linking.
#include <cstdio>

#include "vector.cuh"

__global__ void angles(const Vector* v, int n, float* out) {
  const int i = threadIdx.x;
  if (i + 1 < n) out[i] = dot(v[i], v[i + 1]) + square(i);
}

int main() {
  const int n = 4;
  Vector* v;
  float* out;
  cudaMallocManaged(&v, n * sizeof(Vector));
  cudaMallocManaged(&out, n * sizeof(float));
  for (int i = 0; i < n; ++i) v[i] = {float(i), 1};
  const float two = 2;
  cudaMemcpyToSymbol(factor, &two, sizeof two);
  scale<<<1, 32>>>(v, n);
  angles<<<1, 32>>>(v, n, out);
  cudaDeviceSynchronize();
  for (int i = 0; i + 1 < n; ++i) printf("%g ", out[i]);
  const float* sums = run_sum(v, n);
  printf("\nsum %g, helper %g\n", sums[0], sums[1]);
  int count;
  cudaMemcpyFromSymbol(&count, calls, sizeof count);
  printf("dot was called %d times\n%s\n", count, cudaGetErrorString(cudaGetLastError()));
}
