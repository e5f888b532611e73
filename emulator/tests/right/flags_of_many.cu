// Flags that several threads set to the same value: found, changed, the sieve of Eratosthenes.
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

__global__ void sieve(bool* composite, int n) {
  int p = blockIdx.x * blockDim.x + threadIdx.x + 2;
  for (int m = 2 * p; m < n; m += p) composite[m] = true;
}
__global__ void search(const int* x, int n, int key, int* found) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && x[i] == key) *found = 1;
}
__global__ void all_positive(const int* x, int n, int* answer) {
  __shared__ bool fine;
  if (threadIdx.x == 0) fine = true;
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    if (x[i] <= 0) {
      fine = false;
    }
  }
  __syncthreads();
  if (threadIdx.x == 0) *answer = fine;
}
int main(void) {
  enum { n = 400 };
  bool h[n], *c;
  int x[n], *d, *answers, got[2], primes = 0;
  for (int i = 0; i < n; i++) x[i] = i % 10 - 1;
  cudaMalloc(&c, sizeof h);
  cudaMemset(c, 0, sizeof h);
  cudaMalloc(&d, sizeof x);
  cudaMalloc(&answers, 2 * sizeof(int));
  cudaMemset(answers, 0, 2 * sizeof(int));
  cudaMemcpy(d, x, sizeof x, cudaMemcpyHostToDevice);
  sieve<<<2, 100>>>(c, n);
  search<<<4, 128>>>(d, n, 5, answers);
  all_positive<<<1, 128>>>(d, n, answers + 1);
  cudaMemcpy(h, c, sizeof h, cudaMemcpyDeviceToHost);
  cudaMemcpy(got, answers, sizeof got, cudaMemcpyDeviceToHost);
  for (int i = 2; i < n; i++) primes += !h[i];
  printf("%d primes below %d\n", primes, n);
  cudaFree(c);
  cudaFree(d);
  cudaFree(answers);
  return primes == 78 && got[0] == 1 && got[1] == 0 ? 0 : 1;
}
