// A filter in constant memory, a tile with a halo in shared memory.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

constexpr int radius = 4, tile = 128;
__constant__ float weights[2 * radius + 1];

__global__ void convolve(const float* __restrict__ in, float* __restrict__ out, int n) {
  __shared__ float s[tile + 2 * radius];
  const int g = blockIdx.x * tile + threadIdx.x, l = threadIdx.x + radius;
  s[l] = g < n ? in[g] : 0.f;
  if (threadIdx.x < radius) {
    s[l - radius] = g >= radius ? in[g - radius] : 0.f;
    s[l + tile] = g + tile < n ? in[g + tile] : 0.f;
  }
  __syncthreads();
  if (g >= n) return;
  float sum = 0.f;
#pragma unroll
  for (int k = -radius; k <= radius; ++k) sum += s[l + k] * weights[k + radius];
  out[g] = sum;
}

int main() {
  const int n = 1500;
  std::vector<float> x(n), y(n);
  float w[2 * radius + 1];
  for (int k = 0; k <= 2 * radius; ++k) w[k] = 1.f / (1 + k);
  for (int i = 0; i < n; ++i) x[i] = std::sin(0.01f * i);
  float *dx, *dy;
  cudaMalloc(&dx, n * sizeof(float));
  cudaMalloc(&dy, n * sizeof(float));
  cudaMemcpyToSymbol(weights, w, sizeof w);
  cudaMemcpy(dx, x.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  convolve<<<(n + tile - 1) / tile, tile>>>(dx, dy, n);
  cudaMemcpy(y.data(), dy, n * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(dx);
  cudaFree(dy);
  double worst = 0;
  for (int i = 0; i < n; ++i) {
    double e = 0;
    for (int k = -radius; k <= radius; ++k)
      if (i + k >= 0 && i + k < n) e += double(x[i + k]) * w[k + radius];
    worst = std::max(worst, std::fabs(e - y[i]));
  }
  std::printf("%s\n", worst < 1e-5 ? "ok" : "wrong");
  return worst < 1e-5 ? 0 : 1;
}
