// Asynchronous copies of 16 bytes from places that lie 4 bytes past a multiple of 16.
#include <cuda_pipeline.h>

#include <cstdio>

__global__ void load(const float* x, float* out) {
  __shared__ __align__(16) float part[4 * 32];
  __pipeline_memcpy_async(&part[4 * threadIdx.x], &x[4 * threadIdx.x + 1], 16);  //~ the source is 4 bytes past
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  out[threadIdx.x] = part[threadIdx.x];
}

int main() {
  float *x, *out;
  cudaMalloc(&x, 129 * sizeof(float));
  cudaMemset(x, 0, 129 * sizeof(float));
  cudaMalloc(&out, 32 * sizeof(float));
  load<<<1, 32>>>(x, out);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
