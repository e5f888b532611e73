// All threads add to one counter.
#include <stdio.h>
__global__ void countEven(const int* numbers, int* counter, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && numbers[i] % 2 == 0) {
    *counter = *counter + 1;  //~ race in global memory
  }
}
int main() {
  const int n = 1000;
  int numbers[n], counter = 0;
  for (int i = 0; i < n; i++) numbers[i] = i;
  int *d_numbers, *d_counter;
  cudaMalloc(&d_numbers, n * sizeof(int));
  cudaMalloc(&d_counter, sizeof(int));
  cudaMemcpy(d_numbers, numbers, n * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(d_counter, &counter, sizeof(int), cudaMemcpyHostToDevice);
  countEven<<<(n + 127) / 128, 128>>>(d_numbers, d_counter, n);
  cudaMemcpy(&counter, d_counter, sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d even numbers\n", counter);
  cudaFree(d_numbers);
  cudaFree(d_counter);
  return 0;
}
