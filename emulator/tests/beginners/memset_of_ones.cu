// cudaMemset counts and sets bytes.
//? plain
//= an int of such bytes is 16843009
#include <stdio.h>
#include <stdlib.h>

__global__ void multiply(int* product, const int* factors, int n) {
  int i = threadIdx.x;
  if (i < n) product[i] *= factors[i];
}

int main() {
  const int n = 32;
  int factors[n], product[n];
  for (int i = 0; i < n; i++) factors[i] = i;
  int *d_factors, *d_product;
  cudaMalloc(&d_factors, sizeof(factors));
  cudaMalloc(&d_product, sizeof(product));
  cudaMemcpy(d_factors, factors, sizeof(factors), cudaMemcpyHostToDevice);
  cudaMemset(d_product, 1, n * sizeof(int));  //~ cudaMemset sets each byte to 1, and no int to 1
  multiply<<<1, n>>>(d_product, d_factors, n);
  cudaMemcpy(product, d_product, sizeof(product), cudaMemcpyDeviceToHost);
  printf("%d\n", product[5]);
  cudaFree(d_factors);
  cudaFree(d_product);
  return 0;
}
