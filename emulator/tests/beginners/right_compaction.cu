// A correct program: the positive numbers are moved to the front, and the whole array is copied.
//? silent
#include <stdio.h>
#include <stdlib.h>

#define CHECK(call)                                                     \
  do {                                                                  \
    cudaError_t e = (call);                                             \
    if (e != cudaSuccess) {                                             \
      printf("%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(e)); \
      exit(1);                                                          \
    }                                                                   \
  } while (0)

__global__ void keepPositive(const int* in, int* out, int* count, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && in[i] > 0) out[atomicAdd(count, 1)] = in[i];
}

int main() {
  const int n = 3000;
  int* in = (int*)malloc(n * sizeof(int));
  int* out = (int*)malloc(n * sizeof(int));
  for (int i = 0; i < n; i++) in[i] = i % 3 - 1;
  int *d_in, *d_out, *d_count, count;
  CHECK(cudaMalloc(&d_in, n * sizeof(int)));
  CHECK(cudaMalloc(&d_out, n * sizeof(int)));
  CHECK(cudaMalloc(&d_count, sizeof(int)));
  CHECK(cudaMemcpy(d_in, in, n * sizeof(int), cudaMemcpyHostToDevice));
  CHECK(cudaMemset(d_count, 0, sizeof(int)));
  keepPositive<<<(n + 255) / 256, 256>>>(d_in, d_out, d_count, n);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(out, d_out, n * sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(&count, d_count, sizeof(int), cudaMemcpyDeviceToHost));
  printf("%d positive numbers\n", count);
  CHECK(cudaFree(d_in));
  CHECK(cudaFree(d_out));
  CHECK(cudaFree(d_count));
  free(in);
  free(out);
  return 0;
}
