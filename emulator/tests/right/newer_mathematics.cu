// libcu++ has C++20's lerp, midpoint and constants in C++17 as well, the C library's names with an f, and printf.
#include <cuda/std/cmath>
#include <cuda/std/numbers>
#include <cuda/std/numeric>

__global__ void compute(float* r, float x) {
  r[0] = cuda::std::sqrtf(x) + cuda::std::fmaxf(x, 1.0f);
  r[1] = cuda::std::lerp(1.0f, 3.0f, 0.25f);
  r[2] = static_cast<float>(cuda::std::midpoint(7, 2) + cuda::std::midpoint(-3, 6));
  r[3] = cuda::std::numbers::pi_v<float> - static_cast<float>(cuda::std::numbers::pi);
  r[4] = cuda::std::midpoint(1.0f, 4.0f) + cuda::std::hypot(3.0f, 4.0f);
}

int main() {
  float *d, h[5];
  cudaMalloc(&d, sizeof h);
  compute<<<1, 1>>>(d, 4.0f);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  cudaFree(d);
  for (const float v : h) printf("%g ", v);
  return h[0] == 6 && h[1] == 1.5f && h[2] == 6 && h[3] == 0 && h[4] == 7.5f ? 0 : 1;
}
