// rejected: should be
#include <curand_kernel.h>

constexpr int each = 4;  // numbers per thread

// out[k * n + i] = number k of thread i, without its last bits
__global__ void draw_kernel(unsigned* out, unsigned long long seed, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  curandStatePhilox4_32_10_t state;
  curand_init(seed + i, 0, 0, &state);
  for (int k = 0; k < each; ++k) out[k * n + i] = curand(&state) >> 4;
}
