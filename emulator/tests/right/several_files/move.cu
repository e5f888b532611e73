#include "vec3.cuh"
static __global__ void move_kernel(vec3* p, int n, float dt) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) p[i] = p[i] + dt * wind(p[i]);
}
void move_all(vec3* points, int n, float seconds) {
  if (n == 0) return;
  move_kernel<<<(n - 1) / 64 + 1, 64>>>(points, n, seconds);
}
