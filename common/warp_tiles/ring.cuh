// A product of matrices in float with tiles in flight: ch09_shared/matmul_warps develops it from simpler ones,
// ch17_cublas/gemm compares it with a library.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <stdexcept>

#include "common/check.h"
#include "common/product.h"
#include "common/warp_tiles/block_tile.cuh"
#include "common/warp_tiles/needs.h"

namespace warp_tiles {

// A ring of stages holds the next tiles: while a block multiplies one, the next stages - 1 are being copied. Fragments
// are read one k ahead too. A stage is refilled after the barrier, when all warps have finished with it: one barrier
// per step suffices. serpentine: another order of multiplying (multiply_add).
template <int stages, bool serpentine, bool whole>
__global__ void __launch_bounds__(threads) ring_kernel(const float* a, const float* b, float* c, Sides sides) {
  extern __shared__ float4 memory[];
  Stage* ring = reinterpret_cast<Stage*>(memory);
  const Place p = place<grouped>(a, b, sides);
  const int steps = (sides.inner + depth - 1) / depth;

#pragma unroll
  for (int s = 0; s < stages - 1; ++s) {
    if (s < steps) {
      store_a(fetch_a<whole>(sides, p, s * depth), ring[s], p);
      fetch_b<whole, true>(sides, p, s * depth, ring[s]);
    }
    __pipeline_commit();  // an empty batch counts too: the waits below always leave stages - 2 of them
  }
  __pipeline_wait_prior(stages - 2);
  __syncthreads();

  Fragment fragments[2];
  float sums[thread_rows][thread_cols] = {};
  read_fragment(ring[0], 0, p, fragments[0]);
  Stage *now = ring, *free = ring + stages - 1;
  for (int step = 0; step < steps; ++step) {
    Stage* next = now + 1 == ring + stages ? ring : now + 1;
    const int ahead = step + stages - 1;
    Held held;
#pragma unroll
    for (int k = 0; k < depth; ++k) {
      if (k == 0) {
        if (ahead < steps) {
          held = fetch_a<whole>(sides, p, ahead * depth);
          fetch_b<whole, true>(sides, p, ahead * depth, *free);
        }
        __pipeline_commit();
      }
      if (k == depth - 1) {
        if (ahead < steps) store_a(held, *free, p);  // as late as possible: its elements had depth - 1 k to arrive
        __pipeline_wait_prior(stages - 2);
        __syncthreads();
        read_fragment(*(step + 1 < steps ? next : now), 0, p, fragments[0]);
      } else {
        read_fragment(*now, k + 1, p, fragments[(k + 1) % 2]);
      }
      multiply_add<serpentine>(fragments[k % 2], sums);
    }
    free = now;
    now = next;
  }
  store_c<whole>(sums, c, sides, p);
}

// ---- Launching.

// Throws std::length_error for matrices too large for the kernels.
inline Sides sides_of(product::Shape shape) {
  constexpr std::size_t longest = std::numeric_limits<int>::max() - tile_cols;
  if (std::max({shape.rows, shape.inner, shape.cols}) > longest) throw std::length_error("a side is too long");
  return {static_cast<int>(shape.rows), static_cast<int>(shape.inner), static_cast<int>(shape.cols)};
}

inline int tiles(product::Shape shape) {
  return tiles_of(shape.rows, shape.cols, tile_rows, tile_cols);
}

// Handles products without a single multiplication: the kernels need at least one step.
inline bool answered(float* c, product::Shape shape, cudaStream_t stream = nullptr) {
  if (shape.rows == 0 || shape.cols == 0) return true;
  if (shape.inner == 0) check(cudaMemsetAsync(c, 0, shape.rows * shape.cols * sizeof(float), stream));
  return shape.inner == 0;
}

inline bool whole_tiles(product::Shape shape) {
  return shape.rows % tile_rows == 0 && shape.cols % tile_cols == 0 && shape.inner % depth == 0;
}

// c = a b in stream, as for product::Rung::run. A kernel must opt in to more than 48 KB of shared memory per
// block.
template <int stages, bool serpentine>
void ring(const float* a, const float* b, float* c, product::Shape shape, cudaStream_t stream = nullptr) {
  if (answered(c, shape, stream)) return;
  constexpr int bytes = stages * sizeof(Stage);
  static_assert(bytes <= ring_bytes);
  const auto kernel =
      whole_tiles(shape) ? ring_kernel<stages, serpentine, true> : ring_kernel<stages, serpentine, false>;
  check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
  kernel<<<tiles(shape), threads, bytes, stream>>>(a, b, c, sides_of(shape));
  check(cudaGetLastError());
}

}  // namespace warp_tiles
