// A block's work in a product of matrices whose warps have separate tiles, in reading order: the division of work (the
// sizes of the parts, and where each thread works), then the steps: copying, multiplying, storing.
#pragma once

#include <cuda_pipeline.h>

#include <cstddef>

namespace warp_tiles {

// The sides of the matrices as the kernels use them: no side is longer, and 32-bit arithmetic needs fewer registers.
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

// Four floats move at a time: a thread's results are squares of 4 x 4, at distances with which a warp reads neighbours.
constexpr int fours = 4;
constexpr int rows_apart = lanes_down * fours, cols_apart = lanes_across * fours;

// What each thread copies of the two tiles, four elements of a row at a time.
constexpr int a_row_threads = depth / fours, a_rows_at_once = threads / a_row_threads;
constexpr int b_row_threads = tile_cols / fours, b_rows_at_once = threads / b_row_threads;
constexpr int a_fetches = tile_rows / a_rows_at_once, b_fetches = depth / b_rows_at_once;  // per thread

// What a block multiplies at a time. a is stored transposed, and 4 words more than a tile's row avoid bank conflicts
// between the threads that store it.
constexpr int a_pitch = tile_rows + 4;
struct alignas(16) Stage {
  float a[depth][a_pitch];
  float b[depth][tile_cols];
};

// What a thread multiplies at a time: its parts of a row of both tiles.
struct Fragment {
  float a[thread_rows], b[thread_cols];
};

// Where a block, a warp and a thread work, and what a thread copies.
struct Place {
  int tile_row, tile_col;      // this block's corner of c
  int row, col;                // this thread's first result in the block's tile
  int a_row, a_k, b_k, b_col;  // the first four elements that this thread copies of each tile,
  const float *a, *b;          // and their addresses at the first step
};

// Consecutive blocks go down `group` rows of tiles before they continue along them. Blocks that run at the same time
// then share tiles of b in the L2 cache, as well as tiles of a.
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

// ---- The steps.

__device__ inline float4& four(float* first) {
  return *reinterpret_cast<float4*>(first);
}

__device__ inline const float4& four(const float* first) {
  return *reinterpret_cast<const float4*>(first);
}

// The number of elements of a row inside the matrix, counted from col; none in a row outside.
__device__ inline int left(int row, int rows, int col, int cols) {
  return row < rows ? cols - col : 0;
}

// Elements of a's tile, held in registers because they are stored transposed. whole: c consists of whole tiles.
// Otherwise elements outside count as 0, and rows may be unaligned, so they are loaded one by one.
struct Held {
  float4 part[a_fetches];
};

template <bool whole>
__device__ Held fetch_a(Sides sides, const Place& p, int first) {
  Held held;
  for (int i = 0; i < a_fetches; ++i) {
    const float* from = p.a + std::size_t{a_rows_at_once} * i * sides.inner + first;
    if (whole) {
      held.part[i] = four(from);
    } else {
      const int inside = left(p.tile_row + p.a_row + a_rows_at_once * i, sides.rows, first + p.a_k, sides.inner);
      held.part[i] = make_float4(inside > 0 ? from[0] : 0.0f, inside > 1 ? from[1] : 0.0f, inside > 2 ? from[2] : 0.0f,
                                 inside > 3 ? from[3] : 0.0f);
    }
  }
  return held;
}

__device__ inline void store_a(const Held& held, Stage& to, const Place& p) {
  for (int i = 0; i < a_fetches; ++i) {
    const int row = p.a_row + a_rows_at_once * i;
    to.a[p.a_k][row] = held.part[i].x;
    to.a[p.a_k + 1][row] = held.part[i].y;
    to.a[p.a_k + 2][row] = held.part[i].z;
    to.a[p.a_k + 3][row] = held.part[i].w;
  }
}

// b's tile is copied to shared memory as it is. Asynchronous copies bypass the registers, and are complete after the
// next wait.
template <bool whole, bool asynchronous>
__device__ void fetch_b(Sides sides, const Place& p, int first, Stage& to) {
  for (int i = 0; i < b_fetches; ++i) {
    const int below = b_rows_at_once * i;
    const float* from = p.b + std::size_t(first) * sides.cols + std::size_t(below) * sides.cols;
    float* into = &to.b[p.b_k + below][p.b_col];
    if (whole && asynchronous) {
      __pipeline_memcpy_async(into, from, 16);
    } else if (whole) {
      four(into) = four(from);
    } else {
      const int inside = left(first + p.b_k + below, sides.inner, p.tile_col + p.b_col, sides.cols);
      for (int e = 0; e < fours; ++e) {
        if (asynchronous) {
          __pipeline_memcpy_async(into + e, e < inside ? from + e : p.b, 4, e < inside ? 0 : 4);
        } else {
          into[e] = e < inside ? from[e] : 0.0f;
        }
      }
    }
  }
}

__device__ inline void read_fragment(const Stage& stage, int k, const Place& p, Fragment& fragment) {
  for (int i = 0; i < thread_rows / fours; ++i)
    four(&fragment.a[fours * i]) = four(&stage.a[k][p.row + rows_apart * i]);
  for (int j = 0; j < thread_cols / fours; ++j)
    four(&fragment.b[fours * j]) = four(&stage.b[k][p.col + cols_apart * j]);
}

// serpentine: along one row of results, back along the next. Two consecutive operations then always share an operand
// that is still in the multiplier, so the registers, which deliver few operands at a time, are read less often.
template <bool serpentine>
__device__ void multiply_add(const Fragment& fragment, float (&sums)[thread_rows][thread_cols]) {
  for (int i = 0; i < thread_rows; ++i) {
    for (int n = 0; n < thread_cols; ++n) {
      const int j = serpentine && i % 2 == 1 ? thread_cols - 1 - n : n;
      sums[i][j] += fragment.a[i] * fragment.b[j];
    }
  }
}

template <bool whole>
__device__ void store_c(float (&sums)[thread_rows][thread_cols], float* c, Sides sides, const Place& p) {
  for (int i = 0; i < thread_rows; ++i) {
    const int row = p.tile_row + p.row + i % fours + i / fours * rows_apart;
    float* to = c + std::size_t(row) * sides.cols + p.tile_col + p.col;
    for (int j = 0; j < thread_cols / fours; ++j) {
      if (whole) {
        four(to + cols_apart * j) = four(&sums[i][fours * j]);
      } else {
        const int inside = left(row, sides.rows, p.tile_col + p.col + cols_apart * j, sides.cols);
        for (int e = 0; e < fours; ++e)
          if (e < inside) to[cols_apart * j + e] = sums[i][fours * j + e];
      }
    }
  }
}

}  // namespace warp_tiles
