// The events are recorded in the default stream, and the kernel runs in one that does not wait for it.
//? plain
#include <cstdio>
__global__ void work(float* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    for (int k = 0; k < 50; ++k) x[i] = x[i] * 0.5f + 1;
}
int main() {
  const int n = 1 << 14;
  float *x, ms;
  cudaMalloc(&x, n * 4);
  cudaMemset(x, 0, n * 4);
  cudaDeviceSynchronize();
  cudaStream_t s;
  cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
  cudaEvent_t a, b;
  cudaEventCreate(&a);
  cudaEventCreate(&b);
  cudaEventRecord(a);
  work<<<n / 256, 256, 0, s>>>(x, n);
  cudaEventRecord(b);  //~ the kernels between them run in s, which does not wait for it
  cudaEventSynchronize(b);
  cudaEventElapsedTime(&ms, a, b);
  printf("time measured: %d\n", ms >= 0);
  cudaStreamSynchronize(s);
  float h;
  cudaMemcpy(&h, x, 4, cudaMemcpyDeviceToHost);
  printf("%g\n", h);
  cudaEventDestroy(a);
  cudaEventDestroy(b);
  cudaStreamDestroy(s);
  cudaFree(x);
}
