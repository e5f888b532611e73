// Prices with tax, in place: the number of blocks is rounded down, and the last prices stay as they were.
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

__global__ void addTax(double* price, int count, double rate) {
  int idx = threadIdx.x + blockIdx.x * blockDim.x;
  if (idx < count) price[idx] = price[idx] * (1.0 + rate);
}

int main() {
  int count = 900, threadsPerBlock = 128;
  size_t size = count * sizeof(double);
  double *h_price = (double*)malloc(size), *d_price;
  for (int i = 0; i < count; i++) h_price[i] = 1.0 + i;
  cudaMalloc((void**)&d_price, size);
  cudaMemcpy(d_price, h_price, size, cudaMemcpyHostToDevice);
  int blocksPerGrid = count / threadsPerBlock;
  addTax<<<blocksPerGrid, threadsPerBlock>>>(d_price, count, 0.19);  //~ elements that no thread processes
  cudaMemcpy(h_price, d_price, size, cudaMemcpyDeviceToHost);
  printf("last price with tax: %.2f\n", h_price[count - 1]);
  cudaFree(d_price);
  free(h_price);
  return 0;
}
