// Points in vectors of four, whose last number nobody sets and nobody uses.
#include <cstdio>
__global__ void start(float4* p, int n) {
  int i = threadIdx.x;
  if (i < n) {
    p[i].x = i;
    p[i].y = 1;
    p[i].z = 2;
  }
}
__global__ void lengths(const float4* p, float* out, int n) {
  __shared__ float4 tile[64];
  int i = threadIdx.x;
  if (i < n) {
    float4 v = p[i];
    tile[i].x = v.x;
    tile[i].y = v.y;
    tile[i].z = v.z;
  }
  __syncthreads();
  if (i < n) {
    float4 v = tile[n - 1 - i];
    out[i] = sqrtf(v.x * v.x + v.y * v.y + v.z * v.z);
  }
}
int main() {
  const int n = 64;
  float4* p;
  float *out, h[n];
  cudaMalloc(&p, n * sizeof(float4));
  cudaMalloc(&out, sizeof h);
  start<<<1, 64>>>(p, n);
  lengths<<<1, 64>>>(p, out, n);
  cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
  printf("%g\n", h[0]);
  cudaFree(p);
  cudaFree(out);
}
