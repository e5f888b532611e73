// A fixed grid, more blocks than needed, and > for >= in the guard: the element past the end is one of block 7 of 100.
#include <cstdio>

__global__ void copy(const int* from, int* to, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > n) return;
  to[i] = from[i];  //~ out of bounds
}

int main() {
  const int n = 1000;
  static int values[n];
  for (int i = 0; i < n; i++) values[i] = i;
  int *a, *b;
  cudaMalloc(&a, sizeof values);
  cudaMalloc(&b, sizeof values);
  cudaMemcpy(a, values, sizeof values, cudaMemcpyHostToDevice);
  copy<<<100, 128>>>(a, b, n);
  cudaMemcpy(values, b, sizeof values, cudaMemcpyDeviceToHost);
  printf("%d\n", values[999]);
  cudaFree(a);
  cudaFree(b);
}
