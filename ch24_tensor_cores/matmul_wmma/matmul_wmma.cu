// Tensor cores multiply tiles of 16 x 16 elements as fast as a warp can deliver them. The rungs differ in where the
// tiles come from.
#include "ch24_tensor_cores/matmul_wmma/matmul_wmma.h"

#include <mma.h>

#include "common/check.h"

namespace matmul_wmma {

using tensor_product::bf16;
using tensor_product::Shape;
using tensor_product::Sides;
namespace wmma = nvcuda::wmma;

constexpr int tile = 16;  // side of a fragment
using ATile = wmma::fragment<wmma::matrix_a, tile, tile, tile, bf16, wmma::row_major>;
using BTile = wmma::fragment<wmma::matrix_b, tile, tile, tile, bf16, wmma::row_major>;
using Sums = wmma::fragment<wmma::accumulator, tile, tile, tile, float>;

// A warp's tile of c, rounded to BF16. Which thread holds which element is not specified, so the sums take the way
// through shared memory. Elements outside c are left out.
__device__ void store_sums(float (&patch)[tile * tile], const Sums& sums, bf16* c, Sides sides, int row, int col) {
  wmma::store_matrix_sync(patch, sums, tile, wmma::mem_row_major);
  __syncwarp();
  for (int i = threadIdx.x % 32; i < tile * tile; i += 32) {
    const int y = row + i / tile, x = col + i % tile;
    if (y < sides.rows && x < sides.cols) c[std::size_t(y) * sides.cols + x] = __float2bfloat16(patch[i]);
  }
  __syncwarp();
}

// ---- Rung 1. One warp per 16 x 16 tile of c, four warps per block. Each fragment is loaded from global memory: a tile
// of a is read by every warp of its row of c, a tile of b by every warp of its column. load_matrix_sync reads whole
// tiles whose rows begin at multiples of 16 bytes. Other tiles, at a matrix' borders, are copied to shared memory
// first, where what is outside becomes 0.
constexpr int global_warps = 4, global_block = 2 * tile;  // a block computes 32 x 32 elements

__device__ const bf16* whole_tile(bf16 (&copy)[tile * tile], const bf16* matrix, int rows, int cols, int row, int col) {
  for (int i = threadIdx.x % 32; i < tile * tile; i += 32) {
    const int y = row + i / tile, x = col + i % tile;
    copy[i] = y < rows && x < cols ? matrix[std::size_t(y) * cols + x] : __float2bfloat16(0.0f);
  }
  __syncwarp();
  return copy;
}

__device__ bool can_load(int rows, int cols, int row, int col) {
  return cols % 8 == 0 && row + tile <= rows && col + tile <= cols;
}

__global__ void __launch_bounds__(32 * global_warps)
    from_global_kernel(const bf16* a, const bf16* b, bf16* c, Sides sides) {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800  // wmma has BF16 since then; others skip these rungs
  __shared__ alignas(32) bf16 copies[global_warps][2][tile * tile];
  __shared__ alignas(32) float patches[global_warps][tile * tile];
  const int warp = threadIdx.x / 32, across = (sides.cols - 1) / global_block + 1;
  const int row = blockIdx.x / across * global_block + warp / 2 * tile;
  const int col = blockIdx.x % across * global_block + warp % 2 * tile;

  ATile a_tile;
  BTile b_tile;
  Sums sums;
  wmma::fill_fragment(sums, 0.0f);
  for (int k = 0; k < sides.inner; k += tile) {
    if (can_load(sides.rows, sides.inner, row, k)) {
      wmma::load_matrix_sync(a_tile, a + std::size_t(row) * sides.inner + k, sides.inner);
    } else {
      wmma::load_matrix_sync(a_tile, whole_tile(copies[warp][0], a, sides.rows, sides.inner, row, k), tile);
    }
    if (can_load(sides.inner, sides.cols, k, col)) {
      wmma::load_matrix_sync(b_tile, b + std::size_t(k) * sides.cols + col, sides.cols);
    } else {
      wmma::load_matrix_sync(b_tile, whole_tile(copies[warp][1], b, sides.inner, sides.cols, k, col), tile);
    }
    wmma::mma_sync(sums, a_tile, b_tile, sums);
  }
  store_sums(patches[warp], sums, c, sides, row, col);
#endif
}

void from_global(const bf16* a, const bf16* b, bf16* c, Shape shape, cudaStream_t stream) {
  if (tensor_product::answered(c, shape, stream)) return;
  const int blocks = tiles_of(shape.rows, shape.cols, global_block, global_block);
  from_global_kernel<<<blocks, 32 * global_warps, 0, stream>>>(a, b, c, tensor_product::sides_of(shape));
  check(cudaGetLastError());
}

// ---- Rung 2. Same task as rung 1, except that a block copies a strip of a and one of b to shared memory, from which
// its eight warps load their fragments: an element read from global memory is used 128 times. Each warp keeps 4 x 2
// tiles of sums, so that a fragment of a serves two products and one of b serves four. A strip's rows are 16 bytes
// longer than their elements: without this padding the rows of a fragment would be in the same banks.
inline constexpr int block_side = 128, depth = 32, padding = 8, shared_warps = 8, shared_threads = 32 * shared_warps;
inline constexpr int warp_rows = 4, warp_cols = 2;  // tiles of sums
inline constexpr int warps_across = block_side / (warp_cols * tile);
inline constexpr int piece = 8;                                             // elements of 16 bytes
inline constexpr int pieces = block_side * depth / piece / shared_threads;  // of each strip, per thread
struct Strips {
  alignas(32) bf16 a[block_side][depth + padding], b[depth][block_side + padding];
};

// Eight elements of a row; those outside the matrix are 0. If rows are no multiple of 16 bytes (not aligned) they come
// one by one.
template <bool aligned>
__device__ uint4 load_piece(const bf16* matrix, int rows, int cols, int row, int col) {
  const bf16* from = matrix + std::size_t(row) * cols + col;
  if constexpr (aligned) {
    return row < rows && col < cols ? *reinterpret_cast<const uint4*>(from) : make_uint4(0, 0, 0, 0);
  } else {
    alignas(16) bf16 elements[piece];
    for (int i = 0; i < piece; ++i) elements[i] = row < rows && col + i < cols ? from[i] : __float2bfloat16(0.0f);
    return *reinterpret_cast<const uint4*>(elements);
  }
}

// A thread's share of both strips, on its way through registers.
struct Pieces {
  uint4 a[pieces], b[pieces];
};
template <bool aligned>
__device__ Pieces load_pieces(const bf16* a, const bf16* b, Sides sides, int row, int col, int first) {
  Pieces p;
#pragma unroll
  for (int n = 0; n < pieces; ++n) {
    const int i = n * shared_threads + threadIdx.x, a_row = i / (depth / piece), b_row = i / (block_side / piece);
    p.a[n] = load_piece<aligned>(a, sides.rows, sides.inner, row + a_row, first + i % (depth / piece) * piece);
    p.b[n] = load_piece<aligned>(b, sides.inner, sides.cols, first + b_row, col + i % (block_side / piece) * piece);
  }
  return p;
}
__device__ void put_pieces(const Pieces& p, Strips& strips) {
#pragma unroll
  for (int n = 0; n < pieces; ++n) {
    const int i = n * shared_threads + threadIdx.x;
    *reinterpret_cast<uint4*>(&strips.a[i / (depth / piece)][i % (depth / piece) * piece]) = p.a[n];
    *reinterpret_cast<uint4*>(&strips.b[i / (block_side / piece)][i % (block_side / piece) * piece]) = p.b[n];
  }
}

// ahead: rung 3. Same as rung 2, except that the next strips are loaded into registers while the tensor cores work on
// these: nobody waits for global memory at the barrier.
template <bool ahead, bool aligned>
__global__ void __launch_bounds__(shared_threads, 2)
    from_shared_kernel(const bf16* a, const bf16* b, bf16* c, Sides sides) {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
  __shared__ Strips strips;
  __shared__ alignas(32) float patches[shared_warps][tile * tile];
  const int warp = threadIdx.x / 32, down = (sides.rows - 1) / block_side + 1;  // blocks go down columns of tiles
  const int row = blockIdx.x % down * block_side, col = blockIdx.x / down * block_side;
  const int top = warp / warps_across * warp_rows * tile, left = warp % warps_across * warp_cols * tile;

  Sums sums[warp_rows][warp_cols];
  for (auto& line : sums)
    for (Sums& tile_sums : line) wmma::fill_fragment(tile_sums, 0.0f);
  Pieces next;
  if (ahead) next = load_pieces<aligned>(a, b, sides, row, col, 0);
  for (int first = 0; first < sides.inner; first += depth) {
    if (!ahead) next = load_pieces<aligned>(a, b, sides, row, col, first);
    put_pieces(next, strips);
    __syncthreads();
    if (ahead) next = load_pieces<aligned>(a, b, sides, row, col, first + depth);  // behind the end: zeros
#pragma unroll
    for (int k = 0; k < depth; k += tile) {
      ATile a_tiles[warp_rows];
      BTile b_tiles[warp_cols];
      for (int y = 0; y < warp_rows; ++y)
        wmma::load_matrix_sync(a_tiles[y], &strips.a[top + y * tile][k], depth + padding);
      for (int x = 0; x < warp_cols; ++x)
        wmma::load_matrix_sync(b_tiles[x], &strips.b[k][left + x * tile], block_side + padding);
      for (int y = 0; y < warp_rows; ++y)
        for (int x = 0; x < warp_cols; ++x) wmma::mma_sync(sums[y][x], a_tiles[y], b_tiles[x], sums[y][x]);
    }
    __syncthreads();  // no thread may overwrite a strip from which another warp still loads
  }
  for (int y = 0; y < warp_rows; ++y)
    for (int x = 0; x < warp_cols; ++x)
      store_sums(patches[warp], sums[y][x], c, sides, row + top + y * tile, col + left + x * tile);
#endif
}

template <bool ahead>
void from_shared(const bf16* a, const bf16* b, bf16* c, Shape shape, cudaStream_t stream) {
  if (tensor_product::answered(c, shape, stream)) return;
  const int blocks = tiles_of(shape.rows, shape.cols, block_side, block_side);
  const bool aligned = tensor_product::rows_aligned(shape);
  const auto kernel = aligned ? from_shared_kernel<ahead, true> : from_shared_kernel<ahead, false>;
  kernel<<<blocks, shared_threads, 0, stream>>>(a, b, c, tensor_product::sides_of(shape));
  check(cudaGetLastError());
}

std::span<const tensor_product::Rung> ladder() {
  static constexpr tensor_product::Rung rungs[] = {
      {"from_global", from_global},
      {"from_shared", from_shared<false>},
      {"from_shared_ahead", from_shared<true>},
  };
  return rungs;
}

}  // namespace matmul_wmma
