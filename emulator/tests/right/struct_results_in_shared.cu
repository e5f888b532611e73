// Structures that functions return straight into shared memory, beside words that are stored one by one.
#include <cstdio>

struct Complex {
  float re, im;
};
struct Extent {
  double low, high;
  int where;
};
__host__ __device__ Complex polar(float r, int k) {
  return {r * k, r - k};
}
__device__ __noinline__ Extent extent_of(const float* x, int i) {
  Extent e;
  e.low = e.high = x[i];
  e.where = i;
  return e;
}
__device__ __noinline__ Extent merge(const Extent& a, const Extent& b) {
  return {a.low < b.low ? a.low : b.low, a.high > b.high ? a.high : b.high, a.high > b.high ? a.where : b.where};
}

__global__ void fold(const float* x, Extent* out, float* sums) {
  __shared__ Extent e[64];
  __shared__ Complex c[64];
  const int t = threadIdx.x;
  e[t] = extent_of(x, t);
  if (t % 2) {
    c[t] = polar(x[t], t);
  } else {
    c[t].re = 1;
    c[t].im = 2;
  }
  __syncthreads();
  for (int half = 32; half > 0; half /= 2) {
    if (t < half) e[t] = merge(e[t], e[t + half]);
    __syncthreads();
  }
  if (t == 0) *out = e[0];
  sums[t] = c[63 - t].re + c[63 - t].im;
}

int main() {
  float h[64], *x, *sums;
  Extent e, *d;
  for (int i = 0; i < 64; ++i) h[i] = (i * 29) % 64;
  cudaMalloc(&x, sizeof h);
  cudaMalloc(&sums, sizeof h);
  cudaMalloc(&d, sizeof e);
  cudaMemcpy(x, h, sizeof h, cudaMemcpyHostToDevice);
  fold<<<1, 64>>>(x, d, sums);
  cudaMemcpy(&e, d, sizeof e, cudaMemcpyDeviceToHost);
  float s[64];
  cudaMemcpy(s, sums, sizeof s, cudaMemcpyDeviceToHost);
  cudaFree(x), cudaFree(sums), cudaFree(d);
  bool right = e.low == 0 && e.high == 63 && h[e.where] == 63;
  for (int t = 0; t < 64; ++t) {
    const Complex c = polar(h[63 - t], 63 - t);
    right = right && s[t] == ((63 - t) % 2 ? c.re + c.im : 3);
  }
  std::printf("%d\n", right);
  return !right;
}
