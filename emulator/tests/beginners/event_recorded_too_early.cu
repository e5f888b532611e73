// The event is recorded before the kernel that it should stand for; and a stream does not wait for the default one.
//= the event that the second stream waits for was recorded before
//= a stream made with cudaStreamNonBlocking and the default stream do not wait for each other
#include <cstdio>

__global__ void fill(int* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = i;  //~ no order between streams
}
__global__ void twice(const int* x, int* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = 2 * x[i];
}
__global__ void thrice(const int* x, int* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = 3 * x[i];  //~ no order between streams
}

int main() {
  const int n = 1000;
  static int h[n];
  int *x, *y, *z;
  cudaMalloc(&x, sizeof h);
  cudaMalloc(&y, sizeof h);
  cudaMalloc(&z, sizeof h);
  cudaStream_t one, other, apart;
  cudaStreamCreate(&one);
  cudaStreamCreate(&other);
  cudaStreamCreateWithFlags(&apart, cudaStreamNonBlocking);
  cudaEvent_t filled;
  cudaEventCreate(&filled);
  cudaEventRecord(filled, one);
  fill<<<4, 256, 0, one>>>(x, n);
  cudaStreamWaitEvent(other, filled, 0);
  twice<<<4, 256, 0, other>>>(x, y, n);
  cudaDeviceSynchronize();
  twice<<<4, 256>>>(x, y, n);
  thrice<<<4, 256, 0, apart>>>(y, z, n);
  cudaDeviceSynchronize();
  cudaMemcpy(h, z, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d\n", h[5]);
  cudaEventDestroy(filled);
  cudaStreamDestroy(one);
  cudaStreamDestroy(other);
  cudaStreamDestroy(apart);
  cudaFree(x);
  cudaFree(y);
  cudaFree(z);
}
