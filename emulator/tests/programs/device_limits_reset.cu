// The device's limits and flags, and a reset that restores them all.
#include <cstdio>

__device__ int counter = 3;
__global__ void count() {
  ++counter;
}

int main() {
  unsigned flags = 0;
  printf("%s\n", cudaGetErrorName(cudaSetDeviceFlags(cudaDeviceScheduleBlockingSync)));
  cudaGetDeviceFlags(&flags);
  printf("blocking %d\n", (flags & cudaDeviceScheduleMask) == cudaDeviceScheduleBlockingSync);
  size_t value = 0;
  cudaDeviceGetLimit(&value, cudaLimitPrintfFifoSize);
  printf("printf buffer %d\n", value >= 1 << 20);
  cudaDeviceGetLimit(&value, cudaLimitMallocHeapSize);
  printf("heap %zu\n", value >> 20);
  printf("%s", cudaGetErrorName(cudaDeviceSetLimit(cudaLimitPrintfFifoSize, 8 << 20)));
  cudaDeviceGetLimit(&value, cudaLimitPrintfFifoSize);
  printf(" %d\n", value >= 8 << 20);
  printf("no such limit: %s\n", cudaGetErrorName(cudaDeviceSetLimit((cudaLimit)99, 1)));
  cudaGetLastError();
  count<<<1, 1>>>();
  int host = 0;
  cudaMemcpyFromSymbol(&host, counter, sizeof host);
  printf("counter %d\n", host);
  void* p;
  cudaMalloc(&p, 1 << 20);
  cudaDeviceReset();
  printf("after a reset: old memory: %s\n", cudaGetErrorName(cudaMemset(p, 0, 4)));
  cudaGetLastError();
  host = 10;
  cudaMemcpyToSymbol(counter, &host, sizeof host);
  count<<<1, 1>>>();
  cudaMemcpyFromSymbol(&host, counter, sizeof host);
  printf("counter %d\n", host);
}
