// rejected: out
constexpr int side = 32, pieces = 8;  // rows of a tile, and pieces of a row

// out (8 x rows) = in (rows x 8), transposed. Blocks of 32 threads, one for each 32 rows, with 32 x 8 pieces of shared
// memory.
__global__ void columns(const uint4* in, uint4* out, int rows) {
  extern __shared__ uint4 tile[];
  const int first = blockIdx.x * side, lane = threadIdx.x;

  for (int i = lane; i < side * pieces; i += side) {
    const int row = i / pieces, piece = i % pieces;
    if (first + row < rows) {
      tile[row * pieces + (piece ^ row % pieces)] = in[(first + row) * pieces + piece];
    }
  }
  __syncthreads();

  for (int piece = 0; piece < pieces; ++piece) {
    if (first + lane < rows) out[piece * rows + first + lane] = tile[lane * pieces + piece];
  }
}
