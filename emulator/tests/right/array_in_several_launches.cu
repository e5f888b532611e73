// A launch for each quarter of an array, all with the number of its elements; and the time of kernels in their stream.
#include <cstdio>

__device__ float square(float x) {
  return x * x;
}
using Function = float (*)(float);
__device__ Function device_square = square;

__global__ void map(float* x, int first, int n, Function f) {
  const int i = first + blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = f(x[i]);
}

int main() {
  const int n = 4096;
  static float h[n];
  float *x, ms;
  for (int i = 0; i < n; ++i) h[i] = 2;
  cudaMalloc(&x, sizeof h);
  cudaMemcpy(x, h, sizeof h, cudaMemcpyHostToDevice);
  Function f;
  cudaMemcpyFromSymbol(&f, device_square, sizeof f);
  cudaStream_t stream;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  cudaEvent_t start, stop;
  cudaEventCreate(&start);
  cudaEventCreate(&stop);
  cudaEventRecord(start, stream);
  for (int k = 0; k < 4; ++k) map<<<4, 256, 0, stream>>>(x, k * n / 4, n, f);
  cudaEventRecord(stop, stream);
  cudaEventSynchronize(stop);
  cudaEventElapsedTime(&ms, start, stop);
  cudaMemcpy(h, x, sizeof h, cudaMemcpyDeviceToHost);
  printf("%g %d\n", h[n - 1], ms >= 0);
  cudaEventDestroy(start);
  cudaEventDestroy(stop);
  cudaStreamDestroy(stream);
  cudaFree(x);
}
