// __launch_bounds__ in every position, __forceinline__, __restrict__, __align__ and unrolling.
#include <cstdio>

constexpr int max_threads = 256;

__global__ void __launch_bounds__(max_threads) one(const float* __restrict__ in, float* __restrict__ out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i] + 1;
}
__launch_bounds__(256, 2) __global__ void two(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i] * 2;
}
template <int threads>
__global__ __launch_bounds__(threads, 1) void three(const float* in, float* out, int n) {
#pragma unroll 4
  for (int i = threadIdx.x; i < n; i += threads) out[i] = in[i] - 3;
}
extern "C" __global__ void __launch_bounds__(128) four(float* data, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] /= 4;
}
struct __align__(16) Particle {
  float x, y, z;
};
__device__ __forceinline__ float length2(const Particle& p) {
  return p.x * p.x + p.y * p.y + p.z * p.z;
}
__global__ void five(const Particle* p, float* out) {
  out[threadIdx.x] = length2(p[threadIdx.x]);
}

int main() {
  const int n = 300;
  float host[n], *a, *b;
  for (int i = 0; i < n; i++) host[i] = i;
  cudaMalloc(&a, sizeof host);
  cudaMalloc(&b, sizeof host);
  cudaMemcpy(a, host, sizeof host, cudaMemcpyHostToDevice);
  one<<<(n + max_threads - 1) / max_threads, max_threads>>>(a, b, n);
  two<<<3, 128>>>(b, a, n);
  three<64><<<1, 64>>>(a, b, n);
  four<<<3, 128>>>(b, n);
  cudaMemcpy(host, b, sizeof host, cudaMemcpyDeviceToHost);
  printf("%.2f %.2f %.2f\n", host[0], host[1], host[299]);
  four<<<1, 129>>>(b, n);
  printf("beyond its bounds: %s\n", cudaGetErrorName(cudaGetLastError()));
  cudaFuncAttributes attributes;
  cudaFuncGetAttributes(&attributes, two);
  printf("two takes up to %d threads\n", attributes.maxThreadsPerBlock);
  Particle particles[4] = {{1, 2, 3}, {0, 0, 1}, {3, 4, 0}, {1, 1, 1}}, *p;
  printf("size %zu, alignment %zu\n", sizeof(Particle), alignof(Particle));
  cudaMalloc(&p, sizeof particles);
  cudaMemcpy(p, particles, sizeof particles, cudaMemcpyHostToDevice);
  five<<<1, 4>>>(p, a);
  cudaMemcpy(host, a, 4 * sizeof(float), cudaMemcpyDeviceToHost);
  printf("%.0f %.0f %.0f %.0f\n", host[0], host[1], host[2], host[3]);
}
