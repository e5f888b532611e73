#include <cuda_fp16.h>
#include <mma.h>

constexpr int tile = 16;

// c = a b, all n x n, n a multiple of 16; a and c by rows, b by columns. A block of 32 threads for each tile of c.
__global__ void product(const __half* a, const __half* b, float* c, int n) {
  using namespace nvcuda::wmma;
  fragment<matrix_a, tile, tile, tile, __half, row_major> a_tile;
  // [starter
  //- fragment<matrix_b, tile, tile, tile, __half, row_major> b_tile;
  fragment<matrix_b, tile, tile, tile, __half, col_major> b_tile;
  // starter]
  fragment<accumulator, tile, tile, tile, float> sums;
  const int row = blockIdx.y * tile, col = blockIdx.x * tile;

  fill_fragment(sums, 0.0f);
  for (int k = 0; k < n; k += tile) {
    load_matrix_sync(a_tile, a + row * n + k, n);
    // [starter
    //- load_matrix_sync(b_tile, b + k * n + col, n);
    load_matrix_sync(b_tile, b + col * n + k, n);
    // starter]
    mma_sync(sums, a_tile, b_tile, sums);
  }
  store_matrix_sync(c + row * n + col, sums, n, mem_row_major);
}
