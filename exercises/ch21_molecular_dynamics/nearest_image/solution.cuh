// out[i] = the square of the distance from atom i to the nearest image of atom 0, in a periodic box of side `box`
__global__ void images_kernel(const float3* atoms, float* out, float box, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float3 a = atoms[i], b = atoms[0];
  // [starter
  //- const float dx = a.x - b.x, dy = a.y - b.y, dz = a.z - b.z;
  float dx = a.x - b.x;
  float dy = a.y - b.y;
  float dz = a.z - b.z;
  dx -= box * rintf(dx / box);
  dy -= box * rintf(dy / box);
  dz -= box * rintf(dz / box);
  // starter]
  out[i] = dx * dx + dy * dy + dz * dz;
}
