// One kernel is launched sixty times. It takes a while, and keeps its counts in variables that are hard to find in
// its source. Every launch must run, even those that change only such a variable, or that only read the
// clock.
#include <cstdio>

#define DEV __device__

DEV int hidden[4];
__device__ __align__(16) int aligned[4];
template <int n>
__device__ int counted = n;
struct Counter {
  int calls, unused;
};
namespace kept {
DEV __align__(8) Counter counter;
}

// watch holds when the first launch began, and whether a launch came much later.
__global__ void step(long long* watch) {
  const long long begin = clock64();
  if (watch[0] == 0) watch[0] = begin;
  hidden[0]++;
  aligned[1]++;
  counted<0> ++;
  kept::counter.calls++;
  while (clock64() - begin < 120000000) {
  }
  if (clock64() - watch[0] > 55 * 120000000ll) watch[1] = 1;
}

__global__ void tell() {
  printf("hidden behind a macro %d, aligned %d, of a template %d, in a class %d\n", hidden[0], aligned[1], counted<0>,
         kept::counter.calls);
}

int main() {
  long long *watch, seen[2];
  cudaMalloc(&watch, sizeof seen);
  cudaMemset(watch, 0, sizeof seen);
  for (int i = 0; i < 60; ++i) step<<<1, 1>>>(watch);
  tell<<<1, 1>>>();
  cudaMemcpy(seen, watch, sizeof seen, cudaMemcpyDeviceToHost);
  printf("the clock went on: %lld\n", seen[1]);
  cudaFree(watch);
  return 0;
}
