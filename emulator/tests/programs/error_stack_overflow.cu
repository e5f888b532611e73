// Endless recursion overflows the thread's stack. For a deep recursion that ends, the limit can be raised.
#include <cstdio>

__device__ __noinline__ int deep(volatile int* p, int depth) {
  volatile int frame[64];
  frame[depth % 64] = depth;
  if (depth <= 0) return *p;
  return deep(p, depth - 1) + frame[depth % 64];
}
__global__ void run(int* p, int depth) {
  *p = deep(p, depth);
}

int main() {
  size_t limit = 0;
  int *p, host = 0;
  cudaMalloc(&p, sizeof(int));
  cudaMemset(p, 0, sizeof(int));
  printf("set the limit: %s\n", cudaGetErrorName(cudaDeviceSetLimit(cudaLimitStackSize, 64 << 10)));
  cudaDeviceGetLimit(&limit, cudaLimitStackSize);
  printf("large enough: %d\n", limit >= 64 << 10);
  run<<<1, 1>>>(p, 100);
  cudaMemcpy(&host, p, sizeof host, cudaMemcpyDeviceToHost);
  printf("depth 100: %d\n", host);
  run<<<1, 1>>>(p, 100000);
  printf("depth 100000 fails: %d\n", cudaDeviceSynchronize() != cudaSuccess);
  return 0;
}
