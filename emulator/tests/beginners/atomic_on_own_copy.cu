// The atomic function adds to a variable of the thread's own.
#include <stdio.h>
__global__ void countNegatives(const int* x, int n, int* result) {
  int count = 0;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && x[i] < 0) atomicAdd(&count, 1);
  *result = count;  //~ race in global memory
}
int main() {
  int n = 300, h[300], *x, *r, result = 0;
  for (int i = 0; i < n; i++) h[i] = i % 3 - 1;
  cudaMalloc(&x, sizeof(h));
  cudaMalloc(&r, sizeof(int));
  cudaMemcpy(x, h, sizeof(h), cudaMemcpyHostToDevice);
  cudaMemset(r, 0, sizeof(int));
  countNegatives<<<3, 128>>>(x, n, r);
  cudaMemcpy(&result, r, sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d\n", result);
  cudaFree(x);
  cudaFree(r);
  return 0;
}
