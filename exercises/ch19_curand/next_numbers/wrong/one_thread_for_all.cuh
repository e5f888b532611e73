// rejected: requests that store to global memory. The bar is 520
#include <curand_kernel.h>

constexpr int draws = 3;  // numbers per thread and launch

// out[k * n + i] = the next numbers of generator i
__global__ void draw_kernel(curandStatePhilox4_32_10_t* states, unsigned* out, int n) {
  if (blockIdx.x > 0 || threadIdx.x > 0) return;
  for (int i = 0; i < n; ++i) {
    curandStatePhilox4_32_10_t state = states[i];
    for (int k = 0; k < draws; ++k) out[k * n + i] = curand(&state);
    states[i] = state;
  }
}
