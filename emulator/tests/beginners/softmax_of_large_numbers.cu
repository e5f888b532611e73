// exp of large numbers is infinite, and infinite by infinite is no number.
#include <stdio.h>
#define CLASSES 10
__global__ void softmax(const float* in, float* out, int n) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= n) return;
  float sum = 0;
  for (int i = 0; i < CLASSES; i++) sum += expf(in[row * CLASSES + i]);
  for (int i = 0; i < CLASSES; i++) {
    out[row * CLASSES + i] = expf(in[row * CLASSES + i]) / sum;  //~ NaN in the results
  }
}
int main() {
  const int n = 64;
  float h[n * CLASSES], *d_in, *d_out;
  for (int i = 0; i < n * CLASSES; i++) h[i] = i;
  cudaMalloc(&d_in, sizeof(h));
  cudaMalloc(&d_out, sizeof(h));
  cudaMemcpy(d_in, h, sizeof(h), cudaMemcpyHostToDevice);
  softmax<<<1, 64>>>(d_in, d_out, n);
  //= a value became infinite at softmax_of_large_numbers.cu:8
  cudaMemcpy(h, d_out, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%f %f\n", h[0], h[639]);
  cudaFree(d_in);
  cudaFree(d_out);
  return 0;
}
