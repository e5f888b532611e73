// Without device linking each file has its own device variables: a header's __constant__ table, and two with one name.
// options: -rdc=false
#include <cstdio>

#include "table.cuh"

__device__ int counter = 10;
__managed__ int total = 1;

__global__ void count() {
  atomicAdd(&counter, table[0]);
  total += counter;
}
void count_there(int rounds);

int main() {
  const int mine[2] = {5, 6};
  cudaMemcpyToSymbol(table, mine, sizeof mine);
  count<<<1, 1>>>();
  count_there(3);
  count<<<1, 1>>>();
  int here = 0;
  cudaMemcpyFromSymbol(&here, counter, sizeof here);
  cudaDeviceSynchronize();
  printf("main: counter %d, total %d\n", here, total);
  return 0;
}
