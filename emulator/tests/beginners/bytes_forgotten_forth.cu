// The copy of the input counts elements instead of bytes.
//= of its 8000 bytes only 1000 were copied at bytes_forgotten_forth.cu:20: 1000 elements have 8000 bytes
#include <stdio.h>
#include <stdlib.h>

__global__ void half(double* values, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    values[i] = values[i] / 2;  //~ uninitialised device memory
  }
}

int main() {
  const int n = 1000;
  double* values = (double*)malloc(n * sizeof(double));
  for (int i = 0; i < n; i++) values[i] = i;

  double* d_values;
  cudaMalloc(&d_values, n * sizeof(double));
  cudaMemcpy(d_values, values, n, cudaMemcpyHostToDevice);
  half<<<(n + 127) / 128, 128>>>(d_values, n);
  cudaMemcpy(values, d_values, n * sizeof(double), cudaMemcpyDeviceToHost);
  printf("%f\n", values[n - 1]);
  cudaFree(d_values);
  free(values);
  return 0;
}
