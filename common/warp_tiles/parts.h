// The division of work in a product of matrices by warps that have tiles of their own: the sizes of the parts, and
// where each thread works.
#pragma once

#include <cstddef>

namespace warp_tiles {

// The sides of the matrices as the kernels take them: no side is longer, and 32-bit arithmetic needs fewer registers.
struct Sides {
  int rows, inner, cols;
};

// What each warp and lane computes. SGEMM_CUDA calls these BM, BN, BK, WM, WN, TM, TN.
constexpr int tile_rows = 128, tile_cols = 256, depth = 16;  // of a block: its tile of c, and a step along `inner`
constexpr int warp_rows = 64, warp_cols = 64;                // of a warp: its part of the tile
constexpr int thread_rows = 8, thread_cols = 16;             // of a thread: its part of that
constexpr int lanes_across = warp_cols / thread_cols;        // a warp's threads are 4 wide
constexpr int lanes_down = warp_rows / thread_rows;          // and 8 high
constexpr int warps_across = tile_cols / warp_cols;
constexpr int threads = 32 * warps_across * (tile_rows / warp_rows);
static_assert(lanes_across * lanes_down == 32);

// Four floats move at a time, so a thread's results are squares of 4 x 4, so far apart that a warp reads neighbours.
constexpr int fours = 4;
constexpr int rows_apart = lanes_down * fours, cols_apart = lanes_across * fours;

// What each thread fetches of the two tiles, four elements of a row at a time.
constexpr int a_row_threads = depth / fours, a_rows_at_once = threads / a_row_threads;
constexpr int b_row_threads = tile_cols / fours, b_rows_at_once = threads / b_row_threads;
constexpr int a_fetches = tile_rows / a_rows_at_once, b_fetches = depth / b_rows_at_once;  // per thread

// What a block multiplies at a time. a is stored transposed, and 4 words more than a tile's row keep the threads that
// store it from meeting in one bank.
constexpr int a_pitch = tile_rows + 4;
struct alignas(16) Stage {
  float a[depth][a_pitch];
  float b[depth][tile_cols];
};

// What a thread multiplies at a time: the parts of a row of both tiles.
struct Fragment {
  float a[thread_rows], b[thread_cols];
};

// Where a block, a warp and a thread work, and what a thread fetches.
struct Place {
  int tile_row, tile_col;      // this block's corner of c
  int row, col;                // this thread's first result in the block's tile
  int a_row, a_k, b_k, b_col;  // the first four elements that this thread fetches of each tile,
  const float *a, *b;          // and where they lie at the first step
};

// Consecutive blocks go down `group` rows of tiles before they go on along them. Blocks that run at the same time then
// share tiles of b in the L2 cache, as well as tiles of a.
constexpr int grouped = 8, not_grouped = 1;

template <int group>
__device__ Place place(const float* a, const float* b, Sides sides) {
  const int across = (sides.cols - 1) / tile_cols + 1, down = (sides.rows - 1) / tile_rows + 1;
  const int block = blockIdx.x, first = block / (group * across) * group, in_group = block % (group * across);
  const int height = min(group, down - first);
  const int t = threadIdx.x, warp = t / 32, lane = t % 32;
  Place p;
  p.tile_row = (first + in_group % height) * tile_rows;
  p.tile_col = in_group / height * tile_cols;
  p.row = warp / warps_across * warp_rows + lane / lanes_across * fours;
  p.col = warp % warps_across * warp_cols + lane % lanes_across * fours;
  p.a_row = t / a_row_threads;
  p.a_k = t % a_row_threads * fours;
  p.b_k = t / b_row_threads;
  p.b_col = t % b_row_threads * fours;
  p.a = a + std::size_t(p.tile_row + p.a_row) * sides.inner + p.a_k;
  p.b = b + std::size_t(p.b_k) * sides.cols + p.tile_col + p.b_col;
  return p;
}

}  // namespace warp_tiles
