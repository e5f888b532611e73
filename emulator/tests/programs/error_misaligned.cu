// A misaligned access: a float4 is copied from an address that is not a multiple of 16.
#include <cstdio>

__global__ void copy4(const float* in, float* out) {
  *reinterpret_cast<float4*>(out) = *reinterpret_cast<const float4*>(in);
}

int main() {
  float host[8] = {1, 2, 3, 4, 5, 6, 7, 8}, *in, *out, result = 0;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof(float4));
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  copy4<<<1, 1>>>(in, out);
  cudaMemcpy(&result, out, sizeof result, cudaMemcpyDeviceToHost);
  printf("aligned: %g\n", result);
  copy4<<<1, 1>>>(in + 4, out);
  cudaMemcpy(&result, out, sizeof result, cudaMemcpyDeviceToHost);
  printf("aligned as well: %g\n", result);
  copy4<<<1, 1>>>(in + 1, out);
  const cudaError_t error = cudaMemcpy(&result, out, sizeof result, cudaMemcpyDeviceToHost);
  printf("%d %s: %s\n", error, cudaGetErrorName(error), cudaGetErrorString(error));
  return 0;
}
