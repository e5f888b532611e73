// The counter-based generator Philox4x32-10: one word at a time, four at a time, and jumps.
#include <curand_kernel.h>

#include <cstdio>

__global__ void numbers(unsigned long long seed) {
  curandStatePhilox4_32_10_t state;
  curand_init(seed, 7, 0, &state);
  printf("seed %llu:", seed);
  for (int i = 0; i < 5; ++i) printf(" %u", curand(&state));
  uint4 four = curand4(&state);  // starts in the middle of a block of four
  printf(" | %u %u %u %u", four.x, four.y, four.z, four.w);
  float4 uniform = curand_uniform4(&state);
  printf(" | %.9g %.9g %.9g %.9g\n", uniform.x, uniform.y, uniform.z, uniform.w);
  double2 pair = curand_uniform2_double(&state);
  printf("  %.17g %.17g %.17g", pair.x, pair.y, curand_uniform_double(&state));
  skipahead(3ull, &state);
  printf(" | %u", curand(&state));
  skipahead(1ull << 60, &state);
  printf(" %u", curand(&state));
  skipahead_sequence(1ull << 40, &state);
  printf(" %u\n", curand(&state));
}

__global__ void thread_sums(unsigned* sums, int per_thread) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  curandStatePhilox4_32_10_t state;
  curand_init(2024, i, i % 4, &state);
  unsigned sum = 0;
  for (int k = 0; k < per_thread; k += 4) {
    const uint4 four = curand4(&state);
    sum += four.x ^ four.y ^ four.z ^ four.w;
  }
  sums[i] = sum + curand(&state);
}

int main() {
  numbers<<<1, 1>>>(0);
  numbers<<<1, 1>>>(1234);
  numbers<<<1, 1>>>(~0ull);
  const int threads = 2048;
  unsigned *sums, host[threads];
  cudaMalloc(&sums, sizeof host);
  thread_sums<<<threads / 128, 128>>>(sums, 64);
  cudaMemcpy(host, sums, sizeof host, cudaMemcpyDeviceToHost);
  unsigned mixed = 0;
  for (unsigned s : host) mixed = mixed * 31 + s;
  printf("%08x\n", mixed);
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  cudaFree(sums);
}
