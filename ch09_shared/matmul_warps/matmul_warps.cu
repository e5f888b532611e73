// Matrix product in float: tiles for warps, then the same with its memory accesses hidden behind its arithmetic.
//
// A block of 8 warps computes 128 x 256 results, a warp 64 x 64 of them, a thread 8 x 16. At each k a thread reads
// 8 + 16 words from shared memory for 128 multiply-adds; matmul_registers' threads read 8 + 8 for 64. parts.h says
// who does what, block_tile.h how, and the rungs when.
#include "ch09_shared/matmul_warps/matmul_warps.h"

#include <algorithm>
#include <limits>
#include <stdexcept>

#include "ch09_shared/matmul_warps/block_tile.h"
#include "common/check.h"
#include "common/tiles.cuh"

namespace matmul_warps {

// ---- Rung 1. Same as matmul_registers' last rung, except for the parts: a warp has a square of results, and a thread
// twice as many as there. What that asks of shared memory is a quarter less per multiply-add.
// ---- Rung 2. Same as rung 1, except for the order of the blocks: they share tiles of b in L2, as well as tiles of a.
// ---- Rung 3. Same as rung 2, except that b's tile is copied past the registers, as the rungs to come need it.
template <int group, bool asynchronous, bool whole>
__global__ void __launch_bounds__(threads) warps_kernel(const float* a, const float* b, float* c, Sides sides) {
  __shared__ Stage stage;
  const Place p = place<group>(a, b, sides);

  float sums[thread_rows][thread_cols] = {};
  for (int first = 0; first < sides.inner; first += depth) {
    store_a(fetch_a<whole>(sides, p, first), stage, p);
    fetch_b<whole, asynchronous>(sides, p, first, stage);
    if (asynchronous) {
      __pipeline_commit();
      __pipeline_wait_prior(0);
    }
    __syncthreads();

    for (int k = 0; k < depth; ++k) {
      Fragment fragment;
      read_fragment(stage, k, p, fragment);
      multiply_add<false>(fragment, sums);
    }
    __syncthreads();
  }
  store_c<whole>(sums, c, sides, p);
}

// ---- Rungs 4 to 6. Same as rung 3, except that a ring of stages holds the tiles to come: while a block multiplies
// one, the next stages - 1 are on their way. Fragments are read one k ahead too. A stage is filled again when the
// barrier has shown that all warps are done with it: one barrier per step suffices. Rung 4 has two stages. Rung 5:
// same, except that it has three. Rung 6: same as rung 5, except for the order in which it multiplies.
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

// Throws std::length_error for matrices too large for the kernels.
Sides sides_of(Shape shape) {
  constexpr std::size_t longest = std::numeric_limits<int>::max() - tile_cols;
  if (std::max({shape.rows, shape.inner, shape.cols}) > longest) throw std::length_error("a side is too long");
  return {static_cast<int>(shape.rows), static_cast<int>(shape.inner), static_cast<int>(shape.cols)};
}

int tiles(Shape shape) {
  return tiles_of(shape.rows, shape.cols, tile_rows, tile_cols);
}

// Answers products without a single multiplication: the kernels need one step at least.
bool answered(float* c, Shape shape) {
  if (shape.rows == 0 || shape.cols == 0) return true;
  if (shape.inner == 0) check(cudaMemsetAsync(c, 0, shape.rows * shape.cols * sizeof(float)));
  return shape.inner == 0;
}

bool whole_tiles(Shape shape) {
  return shape.rows % tile_rows == 0 && shape.cols % tile_cols == 0 && shape.inner % depth == 0;
}

template <int group, bool asynchronous>
void launch_warps(const float* a, const float* b, float* c, Shape shape) {
  if (answered(c, shape)) return;
  const auto kernel =
      whole_tiles(shape) ? warps_kernel<group, asynchronous, true> : warps_kernel<group, asynchronous, false>;
  kernel<<<tiles(shape), threads>>>(a, b, c, sides_of(shape));
  check(cudaGetLastError());
}

void warps(const float* a, const float* b, float* c, Shape shape) {
  launch_warps<not_grouped, false>(a, b, c, shape);
}

void groups(const float* a, const float* b, float* c, Shape shape) {
  launch_warps<grouped, false>(a, b, c, shape);
}

void copied(const float* a, const float* b, float* c, Shape shape) {
  launch_warps<grouped, true>(a, b, c, shape);
}

// More than 48 KB of shared memory per block has to be asked for.
template <int stages, bool serpentine>
void launch_ring(const float* a, const float* b, float* c, Shape shape) {
  if (answered(c, shape)) return;
  constexpr int bytes = stages * sizeof(Stage);
  static_assert(bytes <= ring_bytes);
  const auto kernel =
      whole_tiles(shape) ? ring_kernel<stages, serpentine, true> : ring_kernel<stages, serpentine, false>;
  check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
  kernel<<<tiles(shape), threads, bytes>>>(a, b, c, sides_of(shape));
  check(cudaGetLastError());
}

void buffered(const float* a, const float* b, float* c, Shape shape) {
  launch_ring<2, false>(a, b, c, shape);
}

void ring(const float* a, const float* b, float* c, Shape shape) {
  launch_ring<3, false>(a, b, c, shape);
}

void serpentine(const float* a, const float* b, float* c, Shape shape) {
  launch_ring<3, true>(a, b, c, shape);
}

}  // namespace matmul_warps
