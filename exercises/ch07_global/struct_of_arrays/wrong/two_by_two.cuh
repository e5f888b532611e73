// rejected: sectors for each load
constexpr int fields = 4;  // x, y, z, mass

// The index of the field of particle i, of n particles: from 0 to fields * n - 1
__host__ __device__ inline int place(int field, int i, int n) {
  return field / 2 * 2 * n + 2 * i + field % 2;
}

// Lets all particles fall by a distance: z is field 2.
__global__ void fall(float* particles, float distance, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) particles[place(2, i, n)] -= distance;
}
