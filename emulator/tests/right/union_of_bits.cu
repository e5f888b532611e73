// A union reads a float's bits; a key of 64 bits holds a value and its index, and the largest wins.
#include <cstdio>
union Word {
  float value;
  unsigned bits;
};
__global__ void largest(const float* x, int n, unsigned long long* best) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  Word w;
  w.value = x[i];
  atomicMax(best, static_cast<unsigned long long>(w.bits) << 32 | static_cast<unsigned>(i));
}
int main() {
  const int n = 300;
  float h[n], *d;
  for (int i = 0; i < n; ++i) h[i] = (i * 37) % 101;
  unsigned long long best = 0, *d_best;
  if (cudaMalloc(&d, sizeof h) != cudaSuccess || cudaMalloc(&d_best, sizeof best) != cudaSuccess) return 3;
  if (cudaMemset(d_best, 0, sizeof best) != cudaSuccess) return 3;
  if (cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice) != cudaSuccess) return 3;
  largest<<<3, 128>>>(d, n, d_best);
  if (cudaMemcpy(&best, d_best, sizeof best, cudaMemcpyDeviceToHost) != cudaSuccess) return 3;
  Word w;
  w.bits = static_cast<unsigned>(best >> 32);
  std::printf("%.1f at %u\n", w.value, static_cast<unsigned>(best));
  if (cudaFree(d) != cudaSuccess || cudaFree(d_best) != cudaSuccess) return 3;
  return w.value != 100.0f;
}
