// Producer and consumer in two streams.
#include <stdio.h>
__global__ void produce(int* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = i;
}
__global__ void consume(const int* x, int* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = x[i] + 1;
}
int main() {
  int n = 1024, *x, *y, result;
  cudaStream_t first, second;
  cudaStreamCreate(&first);
  cudaStreamCreate(&second);
  cudaMalloc(&x, n * sizeof(int));
  cudaMalloc(&y, n * sizeof(int));
  produce<<<4, 256, 0, first>>>(x, n);
  consume<<<4, 256, 0, second>>>(x, y, n);
  cudaDeviceSynchronize();
  cudaMemcpy(&result, y + 9, sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d\n", result);
  cudaFree(x);
  cudaFree(y);
  cudaStreamDestroy(first);
  cudaStreamDestroy(second);
  return 0;
}
//= no order between streams: kernel produce at streams_without_order.cu:5
