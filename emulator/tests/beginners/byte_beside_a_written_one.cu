// Every second byte is written, with the value that memory has under the microscope before anything is written.
#include <cstdio>
__global__ void even(unsigned char* x) {
  x[2 * threadIdx.x] = 0xCB;
}
__global__ void sums(const unsigned char* x, int* sum) {
  sum[threadIdx.x] = x[2 * threadIdx.x];
  sum[threadIdx.x] += x[2 * threadIdx.x + 1];  //~ reads memory that has not been written since its allocation
}
int main() {
  const int n = 64;
  unsigned char* x;
  int *sum, h[n];
  cudaMalloc(&x, 2 * n);
  cudaMalloc(&sum, sizeof h);
  even<<<1, n>>>(x);
  sums<<<1, n>>>(x, sum);
  cudaMemcpy(h, sum, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d\n", h[9]);
  cudaFree(x);
  cudaFree(sum);
}
