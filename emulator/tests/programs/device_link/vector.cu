#include "vector.cuh"

__device__ int calls = 0;
__constant__ float factor = 1;

__device__ float dot(const Vector& a, const Vector& b) {
  atomicAdd(&calls, 1);
  return a.x * b.x + a.y * b.y;
}
__global__ void scale(Vector* v, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  v[i].x *= factor;
  v[i].y *= factor;
}
static __device__ int helper(int x) {
  return x;
}
extern "C" __device__ int square(int x) {
  return helper(x) * x;
}
