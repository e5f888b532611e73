// rejected: 32 passes for each load of `tile`
constexpr int side = 32;  // of a tile

// out (columns x rows) = in (rows x columns), transposed. Blocks of side x side threads, one for each tile.
__global__ void transpose(const float* in, float* out, int rows, int columns) {
  __shared__ float tile[side + 1][side];

  int x = blockIdx.x * side + threadIdx.x, y = blockIdx.y * side + threadIdx.y;
  if (x < columns && y < rows) tile[threadIdx.y][threadIdx.x] = in[y * columns + x];
  __syncthreads();

  x = blockIdx.y * side + threadIdx.x, y = blockIdx.x * side + threadIdx.y;
  if (x < rows && y < columns) out[y * rows + x] = tile[threadIdx.x][threadIdx.y];
}
