// Kernels that take references, which work for managed memory; and <<<12>>>, which launches blocks of one thread.
#include <cstdio>

struct Totals {
  int sum, largest;
};
__managed__ Totals totals;

__global__ void collect(const int* data, const int& n, Totals& into) {
  for (int i = 0; i < n; ++i) {
    into.sum += data[i];
    if (data[i] > into.largest) into.largest = data[i];
  }
}
__global__ void count(int* blocks) {
  if (blockDim.x == 1) atomicAdd(blocks, 1);
}

int main() {
  int *data, *n, *blocks;
  cudaMallocManaged(&data, 10 * sizeof(int));
  cudaMallocManaged(&n, sizeof(int));
  cudaMallocManaged(&blocks, sizeof(int));
  for (int i = 0; i < 10; ++i) data[i] = i * i % 7;
  *n = 10;
  collect<<<1, 1>>>(data, *n, totals);
  count<<<12>>>(blocks);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  printf("sum %d, largest %d, %d blocks\n", totals.sum, totals.largest, *blocks);
  int on_the_host = 3;
  collect<<<1, 1>>>(data, on_the_host, totals);
  printf("a host variable: %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
