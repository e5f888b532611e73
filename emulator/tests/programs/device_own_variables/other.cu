#include <cstdio>

#include "table.cuh"

__device__ int counter = 1000;
__managed__ int total = 2;

__global__ void count_other() {
  counter += table[1];
  total *= 2;
}

void count_there(int rounds) {
  for (int i = 0; i < rounds; ++i) count_other<<<1, 1>>>();
  int there = 0;
  cudaMemcpyFromSymbol(&there, counter, sizeof there);
  cudaDeviceSynchronize();
  printf("other: counter %d, total %d\n", there, total);
}
