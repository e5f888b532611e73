// rejected: sectors for each store to global memory
// Without shared memory: no bank conflict, but the stores go along columns.
constexpr int side = 32;

__global__ void transpose(const float* in, float* out, int rows, int columns) {
  const int x = blockIdx.x * side + threadIdx.x, y = blockIdx.y * side + threadIdx.y;
  if (x < columns && y < rows) out[x * rows + y] = in[y * columns + x];
}
