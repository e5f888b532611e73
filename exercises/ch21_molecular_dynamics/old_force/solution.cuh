__device__ float force(float x) {
  return -x / 4;
}

// Makes this many steps of velocity Verlet for n particles: positions xs, velocities vs, mass 1, time step 1
__global__ void steps_kernel(float* xs, float* vs, int steps, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float x = xs[i], v = vs[i];
  // [starter
  //- for (int s = 0; s < steps; ++s) {
  //-   const float f = force(x);
  //-   v += f / 2;
  //-   x += v;
  //-   v += f / 2;
  //- }
  float f = force(x);
  for (int s = 0; s < steps; ++s) {
    v += f / 2;
    x += v;
    f = force(x);
    v += f / 2;
  }
  // starter]
  xs[i] = x;
  vs[i] = v;
}
