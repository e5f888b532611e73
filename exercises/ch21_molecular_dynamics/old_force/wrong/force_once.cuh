// rejected: should be
__device__ float force(float x) {
  return -x / 4;
}

// Makes this many steps of velocity Verlet for n particles: positions xs, velocities vs, mass 1, time step 1
__global__ void steps_kernel(float* xs, float* vs, int steps, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float x = xs[i], v = vs[i];
  float f = force(x);
  for (int s = 0; s < steps; ++s) {
    v += f / 2;
    x += v;
    v += force(x) / 2;
  }
  xs[i] = x;
  vs[i] = v;
}
