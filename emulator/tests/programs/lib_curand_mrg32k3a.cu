// L'Ecuyer's MRG32k3a as in cuRAND, with its two jumps: to a subsequence and to a sequence.
#include <curand_kernel.h>

#include <cstdio>

__global__ void numbers(unsigned long long seed, unsigned long long subsequence, unsigned long long offset) {
  curandStateMRG32k3a_t state;
  curand_init(seed, subsequence, offset, &state);
  printf("%llu %llu %llu:", seed, subsequence, offset);
  for (int i = 0; i < 4; ++i) printf(" %u", curand(&state));
  const float u = curand_uniform(&state);
  printf(" | %.9g %.17g", u, curand_uniform_double(&state));
  skipahead(1000000ull, &state);
  printf(" | %u", curand(&state));
  skipahead_subsequence(3ull, &state);
  printf(" %u", curand(&state));
  skipahead_sequence(3ull, &state);
  printf(" %u\n", curand(&state));
}

// Each thread has its own subsequence, and counts the points of the unit square that lie in the circle.
__global__ void count_inside(unsigned* inside, int points) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  curandStateMRG32k3a state;
  curand_init(17, i, 0, &state);
  unsigned count = 0;
  for (int k = 0; k < points; ++k) {
    const float x = curand_uniform(&state), y = curand_uniform(&state);
    if (x * x + y * y <= 1.0f) ++count;
  }
  atomicAdd(inside, count);
}

int main() {
  numbers<<<1, 1>>>(0, 0, 0);
  numbers<<<1, 1>>>(1, 0, 0);
  numbers<<<1, 1>>>(1234, 5, 77);
  numbers<<<1, 1>>>(0xdeadbeefcafef00dull, 1ull << 30, 1ull << 50);
  unsigned* inside;
  cudaMallocManaged(&inside, sizeof *inside);
  *inside = 0;
  count_inside<<<16, 128>>>(inside, 100);
  const cudaError_t error = cudaDeviceSynchronize();
  printf("%u of %d points inside, pi is about %.4f\n", *inside, 16 * 128 * 100, 4.0 * *inside / (16 * 128 * 100));
  printf("%s\n", cudaGetErrorString(error));
  cudaFree(inside);
}
