// Kernels of two streams add to the same counters: atomic functions need no order between them, only the set before and
// the copy behind do.
#include <cstdio>

__global__ void count(const int* x, int* bins, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&bins[x[i] % 16], 1);
}

int main() {
  const int n = 4096;
  static int h[n];
  int b[16], *x, *bins;
  for (int i = 0; i < n; ++i) h[i] = i;
  cudaMalloc(&x, sizeof h);
  cudaMalloc(&bins, sizeof b);
  cudaMemcpy(x, h, sizeof h, cudaMemcpyHostToDevice);
  cudaMemset(bins, 0, sizeof b);
  cudaDeviceSynchronize();
  cudaStream_t s[2];
  for (cudaStream_t& one : s) cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking);
  for (int k = 0; k < 2; ++k) count<<<8, 256, 0, s[k]>>>(x + k * n / 2, bins, n / 2);
  cudaDeviceSynchronize();
  cudaMemcpy(b, bins, sizeof b, cudaMemcpyDeviceToHost);
  printf("%d\n", b[3]);
  for (cudaStream_t one : s) cudaStreamDestroy(one);
  cudaFree(x);
  cudaFree(bins);
}
