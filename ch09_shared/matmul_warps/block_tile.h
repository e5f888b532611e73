// The parts of a block's work in matmul_warps: what it fetches, what a thread multiplies, where the results go.
#pragma once

#include <cuda_pipeline.h>

#include <cstddef>

namespace matmul_warps {

// The sides of the matrices as the kernels take them: no side is longer, and 32-bit arithmetic needs fewer registers.
struct Sides {
  int rows, inner, cols;
};

constexpr int tile_rows = 128, tile_cols = 256, depth = 16, threads = 256;

// What a block multiplies at a time. a is stored transposed, and 4 words more than a tile's row keep the threads that
// store it from meeting in one bank.
struct alignas(16) Stage {
  float a[depth][tile_rows + 4];
  float b[depth][tile_cols];
};

// What a thread multiplies at a time: the parts of a row of both tiles.
struct Fragment {
  float a[8], b[16];
};

__device__ inline float4& four(float* first) {
  return *reinterpret_cast<float4*>(first);
}

__device__ inline const float4& four(const float* first) {
  return *reinterpret_cast<const float4*>(first);
}

// Where a block, a warp and a thread work, and what a thread fetches.
struct Place {
  int tile_row, tile_col;      // this block's corner of c
  int row, col;                // this thread's first result in the block's tile
  int a_row, a_k, b_k, b_col;  // the first four elements that this thread fetches of each tile,
  const float *a, *b;          // and where they lie at the first step
};

// Blocks that run at the same time work on a group of 8 tiles of rows, whose tiles of b they then share in the L2
// cache. A warp's 32 threads are 8 high and 4 wide.
__device__ inline Place place(const float* a, const float* b, Sides sides) {
  constexpr int group = 8;
  const int across = (sides.cols - 1) / tile_cols + 1, down = (sides.rows - 1) / tile_rows + 1;
  const int block = blockIdx.x, first = block / (group * across) * group, in_group = block % (group * across);
  const int height = min(group, down - first);
  const int t = threadIdx.x, warp = t / 32, lane = t % 32;
  Place p;
  p.tile_row = (first + in_group % height) * tile_rows;
  p.tile_col = in_group / height * tile_cols;
  p.row = warp / 4 * 64 + lane / 4 * 4;
  p.col = warp % 4 * 64 + lane % 4 * 4;
  p.a_row = t / 4;
  p.a_k = t % 4 * 4;
  p.b_k = t / 64;
  p.b_col = t % 64 * 4;
  p.a = a + std::size_t(p.tile_row + p.a_row) * sides.inner + p.a_k;
  p.b = b + std::size_t(p.b_k) * sides.cols + p.tile_col + p.b_col;
  return p;
}

// Elements of a row that lie inside of the matrix, counted from col; none in a row outside.
__device__ inline int left(int row, int rows, int col, int cols) {
  return row < rows ? cols - col : 0;
}

// Two times four elements of a's tile, on their way through registers because they are stored transposed. whole: c is
// made of whole tiles. Otherwise elements outside count as 0, and rows may start anywhere, so they come one by one.
struct Held {
  float4 part[2];
};

template <bool whole>
__device__ Held fetch_a(Sides sides, const Place& p, int first) {
  Held held;
  for (int i = 0; i < 2; ++i) {
    const float* from = p.a + std::size_t{64} * i * sides.inner + first;
    if (whole) {
      held.part[i] = four(from);
    } else {
      const int inside = left(p.tile_row + p.a_row + 64 * i, sides.rows, first + p.a_k, sides.inner);
      held.part[i] = make_float4(inside > 0 ? from[0] : 0.0f, inside > 1 ? from[1] : 0.0f, inside > 2 ? from[2] : 0.0f,
                                 inside > 3 ? from[3] : 0.0f);
    }
  }
  return held;
}

__device__ inline void store_a(const Held& held, Stage& to, const Place& p) {
  for (int i = 0; i < 2; ++i) {
    float* column = &to.a[p.a_k][p.a_row + 64 * i];
    constexpr int below = tile_rows + 4;
    column[0] = held.part[i].x;
    column[below] = held.part[i].y;
    column[2 * below] = held.part[i].z;
    column[3 * below] = held.part[i].w;
  }
}

// b's tile goes to shared memory as it is. The copies are asynchronous: they pass by the registers, and are there after
// the next wait.
template <bool whole>
__device__ void fetch_b(Sides sides, const Place& p, int first, Stage& to) {
  for (int i = 0; i < 4; ++i) {
    const float* from = p.b + std::size_t(first) * sides.cols + std::size_t{4} * i * sides.cols;
    float* into = &to.b[p.b_k + 4 * i][p.b_col];
    if (whole) {
      __pipeline_memcpy_async(into, from, 16);
    } else {
      const int inside = left(first + p.b_k + 4 * i, sides.inner, p.tile_col + p.b_col, sides.cols);
      for (int e = 0; e < 4; ++e) __pipeline_memcpy_async(into + e, e < inside ? from + e : p.b, 4, e < inside ? 0 : 4);
    }
  }
}

__device__ inline void read_fragment(const Stage& stage, int k, const Place& p, Fragment& fragment) {
  for (int i = 0; i < 2; ++i) four(&fragment.a[4 * i]) = four(&stage.a[k][p.row + 32 * i]);
  for (int j = 0; j < 4; ++j) four(&fragment.b[4 * j]) = four(&stage.b[k][p.col + 16 * j]);
}

// serpentine: along one row of results, back along the next. Two operations in a row then always share an operand that
// the multiplier still holds, and the registers, which deliver few operands at a time, are asked less often.
template <bool serpentine>
__device__ void multiply_add(const Fragment& fragment, float (&sums)[8][16]) {
  for (int i = 0; i < 8; ++i) {
    for (int n = 0; n < 16; ++n) {
      const int j = serpentine && i % 2 == 1 ? 15 - n : n;
      sums[i][j] += fragment.a[i] * fragment.b[j];
    }
  }
}

template <bool whole>
__device__ void store_c(float (&sums)[8][16], float* c, Sides sides, const Place& p) {
  for (int i = 0; i < 8; ++i) {
    const int row = p.tile_row + p.row + i % 4 + i / 4 * 32;
    float* to = c + std::size_t(row) * sides.cols + p.tile_col + p.col;
    for (int j = 0; j < 4; ++j) {
      if (whole) {
        four(to + 16 * j) = four(&sums[i][4 * j]);
      } else {
        const int inside = left(row, sides.rows, p.tile_col + p.col + 16 * j, sides.cols);
        for (int e = 0; e < 4; ++e)
          if (e < inside) to[16 * j + e] = sums[i][4 * j + e];
      }
    }
  }
}

}  // namespace matmul_warps
