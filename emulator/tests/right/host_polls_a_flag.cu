// The host polls a word that the kernel sets behind a fence for the whole system, and then reads the results, while the
// kernel may still run.
#include <cstdio>

__global__ void squares(int* results, int* ready) {
  results[threadIdx.x] = threadIdx.x * threadIdx.x;
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence_system();
    *ready = 1;
  }
}

int main() {
  int *results = nullptr, *ready = nullptr;
  if (cudaHostAlloc(&results, 64 * sizeof(int), cudaHostAllocMapped) != cudaSuccess) return 1;
  if (cudaHostAlloc(&ready, sizeof(int), cudaHostAllocMapped) != cudaSuccess) return 1;
  *ready = 0;
  squares<<<1, 64>>>(results, ready);
  if (cudaGetLastError() != cudaSuccess) return 1;
  while (*static_cast<volatile int*>(ready) == 0) {
  }
  int wrong = 0;
  for (int i = 0; i < 64; ++i) wrong += static_cast<volatile int*>(results)[i] != i * i;
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  std::printf("%d wrong\n", wrong);
  if (cudaFreeHost(results) != cudaSuccess || cudaFreeHost(ready) != cudaSuccess) return 1;
  return wrong != 0;
}
