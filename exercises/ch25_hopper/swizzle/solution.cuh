constexpr int rows = 32, pieces = 8;  // of a tile: 32 rows of 8 pieces of 16 bytes

// The tiles of in, each with its pieces transposed: out[piece][row] = in[row][piece]. A block of 32 threads for each
// tile. Threads read rows of in, and write columns of the tile in shared memory one after the other.
__global__ void turn(const float4* in, float4* out) {
  __shared__ float4 tile[rows][pieces];
  const int t = threadIdx.x;
  in += blockIdx.x * rows * pieces;
  out += blockIdx.x * rows * pieces;
  for (int i = t; i < rows * pieces; i += rows) {
    const int row = i / pieces, piece = i % pieces;
    // [starter
    //- tile[row][piece] = in[i];
    tile[row][piece ^ row % pieces] = in[i];
    // starter]
  }
  __syncwarp();
  for (int piece = 0; piece < pieces; ++piece) {
    // [starter
    //- out[piece * rows + t] = tile[t][piece];
    out[piece * rows + t] = tile[t][piece ^ t % pieces];
    // starter]
  }
}
