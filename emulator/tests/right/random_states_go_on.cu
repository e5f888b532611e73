// States that are copied: stored back, used by one launch only, or seeded anew for each round.
#include <curand_kernel.h>

#include <cstdio>
__global__ void seed(curandState* s, int round) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  curand_init(42 + round, i, 0, &s[i]);
}
__global__ void draw(curandState* s, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  curandState mine = s[i];
  for (int k = 0; k < 4; ++k) out[i] += curand_uniform(&mine);
  s[i] = mine;
}
__global__ void draw_once(const curandState* s, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  curandState mine = s[i];
  out[i] += curand_uniform(&mine);
}
__global__ void draw_of_round(const curandState* s, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  curandState mine = s[i];
  out[i] += curand_uniform(&mine);
}
int main() {
  const int n = 256;
  curandState* s;
  float *d, h[n];
  if (cudaMalloc(&s, n * sizeof(curandState)) || cudaMalloc(&d, n * sizeof(float))) return 3;
  if (cudaMemset(d, 0, n * sizeof(float))) return 3;
  seed<<<2, 128>>>(s, 0);
  for (int round = 0; round < 5; ++round) draw<<<2, 128>>>(s, d);
  draw_once<<<2, 128>>>(s, d);
  for (int round = 1; round < 5; ++round) {
    seed<<<2, 128>>>(s, round);
    draw_of_round<<<2, 128>>>(s, d);
  }
  if (cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost)) return 3;
  double sum = 0;
  for (const float v : h) sum += v;
  std::printf("%.1f\n", sum / (25 * n));
  cudaFree(s);
  cudaFree(d);
}
