// rejected: race in global memory
// Right, but every thread does all of the work.
__global__ void write_index(int* out) {
  const int n = gridDim.x * blockDim.x;
  for (int i = 0; i < n; ++i) out[i] = i;
}
