// A list with a counter: all of it is copied, and the elements after the last one are not read.
#include <stdio.h>
__global__ void collect(const int* x, int n, int* list, int* count) {
  int i = threadIdx.x;
  if (i < n && x[i] > 90) list[atomicAdd(count, 1)] = x[i];
}
int main() {
  const int n = 64;
  int x[n], list[n], count = 0, *dx, *dl, *dc, sum = 0;
  for (int i = 0; i < n; ++i) x[i] = (i * 53) % 101;
  cudaMalloc(&dx, n * sizeof(int));
  cudaMalloc(&dl, n * sizeof(int));
  cudaMalloc(&dc, sizeof(int));
  cudaMemcpy(dx, x, n * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(dc, &count, sizeof(int), cudaMemcpyHostToDevice);
  collect<<<1, 64>>>(dx, n, dl, dc);
  cudaMemcpy(list, dl, n * sizeof(int), cudaMemcpyDeviceToHost);
  cudaMemcpy(&count, dc, sizeof(int), cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; ++i) sum += x[i] > 90 ? x[i] : 0;
  for (int i = 0; i < count; ++i) sum -= list[i];
  cudaFree(dx);
  cudaFree(dl);
  cudaFree(dc);
  return sum == 0 ? 0 : 1;
}
