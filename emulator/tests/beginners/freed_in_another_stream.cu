// The memory is freed in another stream, which does not wait for the kernel that still uses it.
//= kernel fill at freed_in_another_stream.cu:8 writes what the free at freed_in_another_stream.cu:
#include <stdio.h>

__global__ void fill(int* x, int* result, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    x[i] = i;
    result[i] = x[i] + 1;
  }
}

int main() {
  const int n = 4096;
  int *x, *result, h[n];
  cudaStream_t work, other;
  cudaStreamCreate(&work);
  cudaStreamCreate(&other);
  cudaMalloc(&result, sizeof(h));
  cudaMallocAsync(&x, sizeof(h), work);
  fill<<<16, 256, 0, work>>>(x, result, n);
  cudaFreeAsync(x, other);  //~ no order between streams
  cudaDeviceSynchronize();
  cudaMemcpy(h, result, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%d\n", h[n - 1]);
  cudaFree(result);
  cudaStreamDestroy(work);
  cudaStreamDestroy(other);
  return 0;
}
