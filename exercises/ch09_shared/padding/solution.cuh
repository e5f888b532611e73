constexpr int side = 32;  // of a tile

// out (columns x rows) = in (rows x columns), transposed. Blocks of side x side threads, one for each tile.
__global__ void transpose(const float* in, float* out, int rows, int columns) {
  // [starter
  //- __shared__ float tile[side][side];
  __shared__ float tile[side][side + 1];  // the next row begins one bank further on
  // starter]

  int x = blockIdx.x * side + threadIdx.x, y = blockIdx.y * side + threadIdx.y;
  if (x < columns && y < rows) tile[threadIdx.y][threadIdx.x] = in[y * columns + x];
  __syncthreads();

  x = blockIdx.y * side + threadIdx.x, y = blockIdx.x * side + threadIdx.y;
  if (x < rows && y < columns) out[y * rows + x] = tile[threadIdx.x][threadIdx.y];
}
