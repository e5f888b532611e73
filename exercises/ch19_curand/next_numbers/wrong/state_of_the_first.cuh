// rejected: should be|race in global memory
#include <curand_kernel.h>

constexpr int draws = 3;  // numbers per thread and launch

// out[k * n + i] = the next numbers of generator i
__global__ void draw_kernel(curandStatePhilox4_32_10_t* states, unsigned* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  curandStatePhilox4_32_10_t state = states[i];
  for (int k = 0; k < draws; ++k) out[k * n + i] = curand(&state);
  states[i] = states[0];
}
