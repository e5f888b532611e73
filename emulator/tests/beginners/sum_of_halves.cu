// A sum of ones in half precision stands still at 2048.
#include <cuda_fp16.h>
#include <stdio.h>
__global__ void sum(const __half* in, __half* out, int n) {
  __half s = __float2half(0.0f);
  for (int i = 0; i < n; i++) s = __hadd(s, in[i]);  //~ sum that stopped growing
  *out = s;
}
int main() {
  const int n = 5000;
  static __half h[n];
  __half *d_in, *d_out, result;
  for (int i = 0; i < n; i++) h[i] = __float2half(1.0f);
  cudaMalloc(&d_in, sizeof(h));
  cudaMalloc(&d_out, sizeof(__half));
  cudaMemcpy(d_in, h, sizeof(h), cudaMemcpyHostToDevice);
  sum<<<1, 1>>>(d_in, d_out, n);
  cudaMemcpy(&result, d_out, sizeof(__half), cudaMemcpyDeviceToHost);
  printf("%f of %d\n", __half2float(result), n);
  cudaFree(d_in);
  cudaFree(d_out);
  return 0;
}
