// All threads start one random sequence, and each skips to its own part.
#include <curand_kernel.h>

#include <cstdio>
__global__ void draw(float* out, int each) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  curandState state;
  curand_init(7, 0, 0, &state);
  skipahead(static_cast<unsigned long long>(i * each), &state);
  for (int k = 0; k < each; ++k) out[i * each + k] = curand_uniform(&state);
}
int main() {
  const int each = 4, n = 64 * each;
  float h[n], *d;
  if (cudaMalloc(&d, sizeof h) != cudaSuccess) return 3;
  draw<<<2, 32>>>(d, each);
  if (cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost) != cudaSuccess) return 3;
  double sum = 0;
  for (float v : h) sum += v;
  std::printf("%.6f\n", sum / n);
  return cudaFree(d) != cudaSuccess || h[0] == h[each];
}
