// Infinite distances as a start, comparisons with NaN from the host, sums of halves in a float, halves at their end, a
// memory of the kernel that is checked and freed, and a quarter of an array that is copied back.
#include <cuda_fp16.h>

#include <cmath>
#include <cstdio>

__global__ void nearest(const float* x, float* best, int n) {
  float d = INFINITY;
  for (int i = 0; i < n; ++i) {
    if (x[i] < d) d = x[i];  // false for NaN
  }
  if (threadIdx.x == 0) best[blockIdx.x] = blockIdx.x < 2 ? d : INFINITY;
}
__global__ void sum(const __half* x, float* out, int n) {
  float s = 0;
  for (int i = 0; i < n; ++i) s += __half2float(x[i]);
  *out = s;
}
__global__ void scratch(int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int* const mine = static_cast<int*>(malloc(8 * sizeof(int)));
  if (mine == nullptr) return;
  for (int k = 0; k < 8; ++k) mine[k] = i + k;
  out[i] = mine[7];
  free(mine);
}
int main() {
  const int n = 256, row = 64;
  float h[n], best[4], *d, *d_best, total;
  static __half halves[5000];
  __half* d_halves;
  int results[row], *d_results;
  for (int i = 0; i < n; ++i) h[i] = i == 7 ? NAN : static_cast<float>(i + 1);
  for (__half& one : halves) one = __float2half(1.0f);
  if (cudaMalloc(&d, sizeof h) || cudaMalloc(&d_best, sizeof best) || cudaMalloc(&d_halves, sizeof halves)) return 3;
  if (cudaMalloc(&d_results, n * sizeof(int))) return 3;
  if (cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice)) return 3;
  if (cudaMemcpy(d_halves, halves, sizeof halves, cudaMemcpyHostToDevice)) return 3;
  nearest<<<4, 32>>>(d, d_best, n);
  if (cudaMemcpy(best, d_best, sizeof best, cudaMemcpyDeviceToHost)) return 3;
  if (cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost)) return 3;
  sum<<<1, 1>>>(d_halves, d_best, 5000);
  if (cudaMemcpy(&total, d_best, sizeof total, cudaMemcpyDeviceToHost)) return 3;
  scratch<<<2, 128>>>(d_results, n);
  if (cudaMemcpy(results, d_results, row * sizeof(int), cudaMemcpyDeviceToHost)) return 3;
  std::printf("%.0f %.0f %.0f %d\n", best[0], best[3], total, results[5]);
  cudaFree(d);
  cudaFree(d_best);
  cudaFree(d_halves);
  cudaFree(d_results);
  return 0;
}
