// Checks every call but the launch.
//? plain
//= 2048 threads in a block; a block holds at most 1024
//= 2 times
#include <stdio.h>
#include <stdlib.h>
#define CHECK(call)                                               \
  do {                                                            \
    cudaError_t status = (call);                                  \
    if (status != cudaSuccess) {                                  \
      fprintf(stderr, "error: %s\n", cudaGetErrorString(status)); \
      exit(1);                                                    \
    }                                                             \
  } while (0)
__global__ void add(int* x) {
  x[threadIdx.x] += 1;
}
int main() {
  int* x;
  CHECK(cudaMalloc(&x, 8192));
  CHECK(cudaMemset(x, 0, 8192));
  for (int size = 512; size <= 2048; size *= 2) {
    for (int repeat = 0; repeat < 2; repeat++) add<<<1, size>>>(x);  //~ launch that failed
    CHECK(cudaDeviceSynchronize());
  }
  int first;
  CHECK(cudaMemcpy(&first, x, sizeof(int), cudaMemcpyDeviceToHost));
  printf("%d\n", first);
  CHECK(cudaFree(x));
  return 0;
}
