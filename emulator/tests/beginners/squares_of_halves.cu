// Squares of numbers up to 999 in half precision, which ends at 65504.
#include <cuda_fp16.h>
#include <stdio.h>
__global__ void square(const __half* in, __half* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = __hmul(in[i], in[i]);  //~ infinity in the results
}
int main() {
  const int n = 1000;
  __half h[n], *d_in, *d_out;
  for (int i = 0; i < n; i++) h[i] = __float2half((float)i);
  cudaMalloc(&d_in, sizeof(h));
  cudaMalloc(&d_out, sizeof(h));
  cudaMemcpy(d_in, h, sizeof(h), cudaMemcpyHostToDevice);
  square<<<4, 256>>>(d_in, d_out, n);
  cudaMemcpy(h, d_out, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%f\n", __half2float(h[999]));
  cudaFree(d_in);
  cudaFree(d_out);
  return 0;
}
