// The steps of a block's work in a product of matrices (parts.h): fetching, multiplying, storing.
#pragma once

#include <cuda_pipeline.h>

#include <cstddef>

#include "common/warp_tiles/parts.h"

namespace warp_tiles {

__device__ inline float4& four(float* first) {
  return *reinterpret_cast<float4*>(first);
}

__device__ inline const float4& four(const float* first) {
  return *reinterpret_cast<const float4*>(first);
}

// Elements of a row that lie inside of the matrix, counted from col; none in a row outside.
__device__ inline int left(int row, int rows, int col, int cols) {
  return row < rows ? cols - col : 0;
}

// Elements of a's tile, on their way through registers because they are stored transposed. whole: c is
// made of whole tiles. Otherwise elements outside count as 0, and rows may start anywhere, so they come one by one.
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

// b's tile goes to shared memory as it is. Asynchronous copies pass by the registers, and are there after the next
// wait.
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

// serpentine: along one row of results, back along the next. Two operations in a row then always share an operand that
// the multiplier still holds, and the registers, which deliver few operands at a time, are asked less often.
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
