// The bins are cleared in the default stream, for which a stream made with cudaStreamNonBlocking does not wait.
#include <cstdio>
__global__ void count(const int* x, int* bins, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&bins[x[i] % 16], 1);  //~ the copy or set at
}
int main() {
  const int n = 4096;
  static int h[n];
  int b[16], *x, *bins;
  for (int i = 0; i < n; ++i) h[i] = i;
  cudaMalloc(&x, sizeof h);
  cudaMalloc(&bins, sizeof b);
  cudaMemcpy(x, h, sizeof h, cudaMemcpyHostToDevice);
  cudaStream_t s;
  cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
  cudaMemset(bins, 0, sizeof b);
  count<<<16, 256, 0, s>>>(x, bins, n);
  cudaStreamSynchronize(s);
  cudaMemcpy(b, bins, sizeof b, cudaMemcpyDeviceToHost);
  printf("%d\n", b[3]);
  cudaFree(x);
  cudaFree(bins);
  cudaStreamDestroy(s);
}
