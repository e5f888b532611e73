// Code that resembles sums of lane 0, shared seeds and stale buffers, but is correct.
#include <cuda_runtime.h>

#include <cstdio>
__device__ unsigned next(unsigned* state) {
  *state = *state * 1664525u + 1013904223u;
  return *state;
}
__global__ void seeds(unsigned seed, unsigned* out) {
  unsigned state = seed;
  state += threadIdx.x * 747796405u;
  unsigned one_for_all = seed;
  out[threadIdx.x] = next(&state) + one_for_all;
}
__global__ void warps(const float* x, float* parts, float* shares) {
  float sum = x[threadIdx.x], value = sum;
  for (int d = 16; d > 0; d /= 2) sum += __shfl_down_sync(0xffffffff, sum, d);
  if (threadIdx.x % 32 == 0) parts[threadIdx.x / 32] = sum;
  sum = __shfl_sync(0xffffffff, sum, 0);
  shares[threadIdx.x] = value / sum;
  float largest = value;
  for (int d = 16; d > 0; d /= 2) largest = fmaxf(largest, __shfl_down_sync(0xffffffff, largest, d));
  float kept = threadIdx.x % 32 == 0 ? largest : 0;
  if (threadIdx.x % 32 == 0) shares[threadIdx.x] += kept;
}
__global__ void step(const int* in, int* out) {
  int t = threadIdx.x;
  int digits[4] = {};
  for (int k = 0; k < 4; k++) digits[k] = in[t] >> 2 * k & 3;
  const int* end = &digits[4];
  int sum = 0;
  for (const int* p = digits; p != end; p++) sum += *p;
  out[t] = sum + in[t] / 2;
}
int main() {
  unsigned h[64], *d;
  float x[64], parts[2], shares[64], *dx, *dp, *ds;
  int a[64], b[64], *one, *two;
  for (int i = 0; i < 64; i++) x[i] = i + 1, a[i] = i * 5;
  cudaMalloc(&d, sizeof(h));
  cudaMalloc(&dx, sizeof(x));
  cudaMalloc(&dp, sizeof(parts));
  cudaMalloc(&ds, sizeof(shares));
  cudaMalloc(&one, sizeof(a));
  cudaMalloc(&two, sizeof(a));
  seeds<<<1, 64>>>(7, d);
  cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost);
  cudaMemcpy(dx, x, sizeof(x), cudaMemcpyHostToDevice);
  warps<<<1, 64>>>(dx, dp, ds);
  cudaMemcpy(parts, dp, sizeof(parts), cudaMemcpyDeviceToHost);
  cudaMemcpy(shares, ds, sizeof(shares), cudaMemcpyDeviceToHost);
  cudaMemcpy(one, a, sizeof(a), cudaMemcpyHostToDevice);
  for (int k = 0; k < 5; k++) {
    step<<<1, 64>>>(one, two);
    int* last = one;
    one = two, two = last;
  }
  // Both are taken, the step before the last one too.
  cudaMemcpy(b, two, sizeof(b), cudaMemcpyDeviceToHost);
  cudaMemcpy(a, one, sizeof(a), cudaMemcpyDeviceToHost);
  std::printf("%u %f %f %d %d\n", h[5], parts[1], shares[32], a[9], b[9]);
  cudaFree(d);
  cudaFree(dx);
  cudaFree(dp);
  cudaFree(ds);
  cudaFree(one);
  cudaFree(two);
}
