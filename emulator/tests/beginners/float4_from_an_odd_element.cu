// The rows begin at the second element, and are read four elements at a time.
#include <cuda_runtime.h>

#include <cstdio>
__global__ void add4(const float* a, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int start = i * 4 + 1;
  if (start + 3 < n) {
    const float4* p = (const float4*)(a + start);
    float4 v = *p;  //~ reads 16 bytes at an address that is not a multiple of 16
    out[i] = v.x + v.y + v.z + v.w;
  }
}
int main() {
  const int n = 1024;
  float h[n], *a, *out;
  for (int i = 0; i < n; i++) h[i] = i;
  cudaMalloc(&a, n * sizeof(float));
  cudaMalloc(&out, n / 4 * sizeof(float));
  cudaMemcpy(a, h, n * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemset(out, 0, n / 4 * sizeof(float));
  add4<<<2, 128>>>(a, out, n);
  cudaMemcpy(h, out, n / 4 * sizeof(float), cudaMemcpyDeviceToHost);
  printf("%f\n", h[3]);
  cudaFree(a);
  cudaFree(out);
}
