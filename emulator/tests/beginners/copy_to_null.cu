// The memory for the result was forgotten.
//? plain
//= the source is a null pointer
#include <stdio.h>
#include <stdlib.h>
typedef struct {
  float *in, *out;
  int n;
} Buffers;
__global__ void copyKernel(Buffers b) {
  int i = threadIdx.x;
  if (i < b.n && b.out != NULL) b.out[i] = b.in[i];
}
int main() {
  Buffers b = {NULL, NULL, 64};
  float* host = (float*)calloc(64, sizeof(float));
  cudaMalloc(&b.in, 64 * sizeof(float));
  cudaMemcpy(b.in, host, 64 * sizeof(float), cudaMemcpyHostToDevice);
  copyKernel<<<1, 64>>>(b);
  cudaMemcpy(host, b.out, 64 * sizeof(float), cudaMemcpyDeviceToHost);  //~ call that failed
  printf("%f\n", host[3]);
  cudaFree(b.in);
  cudaFree(b.out);
  free(host);
  return 0;
}
