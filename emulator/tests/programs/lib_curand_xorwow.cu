// cuRAND's default device generator: the same numbers for the same seed, subsequence and offset.
#include <curand_kernel.h>

#include <cstdio>

__global__ void first_numbers(unsigned long long seed) {
  for (unsigned subsequence = 0; subsequence < 3; ++subsequence) {
    curandState state;
    curand_init(seed, subsequence, 0, &state);
    printf("seed %llu subsequence %u:", seed, subsequence);
    for (int i = 0; i < 4; ++i) printf(" %u", curand(&state));
    const float u = curand_uniform(&state);
    printf(" | %.9g %.9g", u, curand_uniform(&state));
    printf(" | %.17g\n", curand_uniform_double(&state));
  }
}

__global__ void skipping(unsigned long long seed) {
  curandState a, b;
  curand_init(seed, 5, 1000, &a);
  curand_init(seed, 0, 0, &b);
  skipahead_sequence(5ull, &b);
  for (int i = 0; i < 1000; ++i) curand(&b);
  printf("offset 1000: %u, by hand: %u\n", curand(&a), curand(&b));
  skipahead(1ull << 40, &a);
  printf("2^40 further: %u\n", curand(&a));
  curand_init(seed, 1ull << 50, 1ull << 45, &a);
  printf("subsequence 2^50, offset 2^45: %u\n", curand(&a));
}

__global__ void setup(curandState* states) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  curand_init(42, i, 0, &states[i]);
}

__global__ void draw(curandState* states, unsigned* sums) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  curandState state = states[i];
  unsigned sum = 0;
  for (int k = 0; k < 100; ++k) sum += curand(&state);
  states[i] = state;
  sums[i] = sum;
}

int main() {
  first_numbers<<<1, 1>>>(0);
  first_numbers<<<1, 1>>>(1234);
  first_numbers<<<1, 1>>>(0xdeadbeefcafef00dull);
  skipping<<<1, 1>>>(99);

  const int threads = 4096;
  curandState* states;
  unsigned *sums, host[threads];
  cudaMalloc(&states, threads * sizeof(curandState));
  cudaMalloc(&sums, threads * sizeof(unsigned));
  setup<<<threads / 256, 256>>>(states);
  for (int round = 0; round < 2; ++round) {
    draw<<<threads / 256, 256>>>(states, sums);
    cudaMemcpy(host, sums, sizeof host, cudaMemcpyDeviceToHost);
    unsigned mixed = 0;
    for (int i = 0; i < threads; ++i) mixed = mixed * 31 + host[i];
    printf("round %d: %08x\n", round, mixed);
  }
  printf("%s, %zu bytes a state\n", cudaGetErrorString(cudaDeviceSynchronize()), sizeof(curandState));
  cudaFree(states);
  cudaFree(sums);
}
