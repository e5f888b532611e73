#include "vector.cuh"

static __device__ int helper(int x) {  // not the same as the function in vector.cu
  return 2 * x;
}
__global__ static void sum(const Vector* v, int n, float* out) {
  float s = 0;
  for (int i = 0; i < n; ++i) s += dot(v[i], v[i]);
  out[0] = s;
  out[1] = helper(square(5));
}

float* run_sum(const Vector* v, int n) {
  float* out;
  cudaMallocManaged(&out, 2 * sizeof(float));
  sum<<<1, 1>>>(v, n, out);
  cudaDeviceSynchronize();
  return out;
}
