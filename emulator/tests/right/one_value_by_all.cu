// All threads store one value, which they have computed, into one word: in global memory, and in shared memory.
#include <cuda_runtime.h>

#include <cstdio>
__global__ void scale(const float* x, float* y, int* count, double* factor, bool* any, int n) {
  __shared__ int last;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  *count = n;
  *factor = 2.0 * n + 1;
  last = n - 1;
  __syncthreads();
  if (i < n && x[i] > n / 2) *any = n > 10;
  if (i <= last) y[i] = x[i] * 2;
}
// Every lane of a warp has its sum, and stores it.
__global__ void warps(const float* x, float* sums) {
  float v = x[blockIdx.x * blockDim.x + threadIdx.x];
  for (int step = 16; step > 0; step /= 2) v += __shfl_xor_sync(0xffffffff, v, step);
  sums[(blockIdx.x * blockDim.x + threadIdx.x) / 32] = v;
}
int main() {
  const int n = 300, padded = 384;
  float h[padded] = {}, *x, *y, *sums, h_sums[padded / 32];
  int *c, count;
  double *f, factor;
  bool *a, any;
  for (int i = 0; i < n; i++) h[i] = i;
  cudaMalloc(&x, sizeof(h));
  cudaMalloc(&y, sizeof(h));
  cudaMalloc(&sums, sizeof(h_sums));
  cudaMalloc(&f, sizeof(double));
  cudaMalloc(&c, sizeof(int));
  cudaMalloc(&a, sizeof(bool));
  cudaMemset(a, 0, sizeof(bool));
  cudaMemcpy(x, h, sizeof(h), cudaMemcpyHostToDevice);
  scale<<<3, 128>>>(x, y, c, f, a, n);
  warps<<<3, 128>>>(x, sums);
  cudaMemcpy(h, y, n * sizeof(float), cudaMemcpyDeviceToHost);
  cudaMemcpy(h_sums, sums, sizeof(h_sums), cudaMemcpyDeviceToHost);
  cudaMemcpy(&factor, f, sizeof(double), cudaMemcpyDeviceToHost);
  cudaMemcpy(&count, c, sizeof(int), cudaMemcpyDeviceToHost);
  cudaMemcpy(&any, a, sizeof(bool), cudaMemcpyDeviceToHost);
  printf("%f %d %f %d %f\n", h[3], count, factor, any, h_sums[1]);
  cudaFree(x);
  cudaFree(y);
  cudaFree(sums);
  cudaFree(f);
  cudaFree(c);
  cudaFree(a);
}
