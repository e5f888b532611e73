// Pi by random points: curand states that are used by several launches.
#include <curand_kernel.h>

#include <cmath>
#include <cstdio>
__global__ void seed(curandState* states, unsigned long long s) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  curand_init(s, i, 0, &states[i]);
}
__global__ void throw_darts(curandState* states, int turns, unsigned* hits) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  curandState mine = states[i];
  unsigned n = 0;
  for (int k = 0; k < turns; ++k) {
    const float x = curand_uniform(&mine), y = curand_uniform(&mine);
    n += x * x + y * y <= 1.0f;
  }
  states[i] = mine;
  hits[i] += n;
}
int main() {
  constexpr int threads = 256, turns = 50;
  curandState* states;
  unsigned *d, h[threads];
  cudaMalloc(&states, threads * sizeof(curandState));
  cudaMalloc(&d, sizeof h);
  cudaMemset(d, 0, sizeof h);
  seed<<<2, threads / 2>>>(states, 1234);
  for (int k = 0; k < 2; ++k) throw_darts<<<2, threads / 2>>>(states, turns, d);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  cudaFree(states);
  cudaFree(d);
  double sum = 0;
  for (unsigned v : h) sum += v;
  const double pi = 4 * sum / (2.0 * threads * turns);
  std::printf("%.3f\n", pi);
  return std::fabs(pi - 3.14159265) < 0.1 ? 0 : 1;
}
