// Element -1.
#include <stdio.h>
__global__ void differences(const int* in, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i] - in[i - 1];  //~ before the start
}
int main() {
  int n = 300;
  int in[300], out[300];
  for (int i = 0; i < n; i++) in[i] = i * i;
  int *d_out, *d_in;
  cudaMalloc(&d_out, sizeof(out));
  cudaMalloc(&d_in, sizeof(in));
  cudaMemcpy(d_in, in, sizeof(in), cudaMemcpyHostToDevice);
  differences<<<3, 128>>>(d_in, d_out, n);
  cudaMemcpy(out, d_out, sizeof(out), cudaMemcpyDeviceToHost);
  printf("%d\n", out[10]);
  cudaFree(d_in);
  cudaFree(d_out);
  return 0;
}
