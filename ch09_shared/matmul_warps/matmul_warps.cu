// Matrix product in float: a tile per warp, then the same with memory latency hidden by arithmetic.
//
// A block of 8 warps computes 128 x 256 results, a warp 64 x 64 of them, a thread 8 x 16. At each k a thread reads 8 +
// 16 words from shared memory for 128 multiply-adds; a thread of matmul_registers reads 8 + 8 for 64. All rungs share
// the division of the work and its steps (copying, multiplying, storing), which come first; the rungs differ in their
// order.
#include "ch09_shared/matmul_warps/matmul_warps.h"

#include <cuda_pipeline.h>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <stdexcept>

#include "common/check.h"

namespace matmul_warps {
namespace {

// ---- The division of the work: the sizes of the parts, and where each thread works.

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

__device__ float4& four(float* first) {
  return *reinterpret_cast<float4*>(first);
}

__device__ const float4& four(const float* first) {
  return *reinterpret_cast<const float4*>(first);
}

// The number of elements of a row inside the matrix, counted from col; none in a row outside.
__device__ int left(int row, int rows, int col, int cols) {
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

__device__ void store_a(const Held& held, Stage& to, const Place& p) {
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

__device__ void read_fragment(const Stage& stage, int k, const Place& p, Fragment& fragment) {
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

// ---- What all launches need.

// Throws std::length_error for matrices too large for the kernels.
Sides sides_of(Shape shape) {
  constexpr std::size_t longest = std::numeric_limits<int>::max() - tile_cols;
  if (std::max({shape.rows, shape.inner, shape.cols}) > longest) throw std::length_error("a side is too long");
  return {static_cast<int>(shape.rows), static_cast<int>(shape.inner), static_cast<int>(shape.cols)};
}

int tiles(Shape shape) {
  return tiles_of(shape.rows, shape.cols, tile_rows, tile_cols);
}

// Handles products without a single multiplication: the kernels need at least one step.
bool answered(float* c, Shape shape, cudaStream_t stream) {
  if (shape.rows == 0 || shape.cols == 0) return true;
  if (shape.inner == 0) check(cudaMemsetAsync(c, 0, shape.rows * shape.cols * sizeof(float), stream));
  return shape.inner == 0;
}

bool whole_tiles(Shape shape) {
  return shape.rows % tile_rows == 0 && shape.cols % tile_cols == 0 && shape.inner % depth == 0;
}

// ---- Rung 1. Same as matmul_registers' last rung, except for the parts: each warp has a square of results, and each
// thread twice as many. This needs a quarter fewer words of shared memory per multiply-add.
// ---- Rung 2. Same as rung 1, except for the order of the blocks: they share tiles of b in L2, as well as tiles of a.
// ---- Rung 3. Same as rung 2, except that b's tile is copied without going through registers, as later rungs need it.
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

template <int group, bool asynchronous>
void launch_warps(const float* a, const float* b, float* c, Shape shape) {
  if (answered(c, shape, nullptr)) return;
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

// ---- Rung 4. Same as rung 3, except that there are two stages of tiles: while a block multiplies one, the next is
// being copied. In general a ring of stages holds the next tiles: the next stages - 1 are being copied. Fragments are
// read one k ahead too. A stage is refilled after the barrier, when all warps have finished with it: one barrier per
// step suffices. serpentine: another order of multiplying (multiply_add), for rung 6.
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

// A kernel must opt in to more than 48 KB of shared memory per block.
template <int stages, bool serpentine>
void launch_ring(const float* a, const float* b, float* c, Shape shape, cudaStream_t stream) {
  if (answered(c, shape, stream)) return;
  constexpr int bytes = stages * sizeof(Stage);
  static_assert(bytes <= ring_needs.shared_bytes);
  const auto kernel =
      whole_tiles(shape) ? ring_kernel<stages, serpentine, true> : ring_kernel<stages, serpentine, false>;
  check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
  kernel<<<tiles(shape), threads, bytes, stream>>>(a, b, c, sides_of(shape));
  check(cudaGetLastError());
}

void buffered(const float* a, const float* b, float* c, Shape shape) {
  launch_ring<2, false>(a, b, c, shape, nullptr);
}

// ---- Rung 5. Same as rung 4, except that there are three stages: two tiles are being copied.
void ring(const float* a, const float* b, float* c, Shape shape) {
  launch_ring<3, false>(a, b, c, shape, nullptr);
}

// ---- Rung 6. Same as rung 5, except for the order in which it multiplies.
void serpentine(const float* a, const float* b, float* c, Shape shape) {
  serpentine_in(nullptr, a, b, c, shape);
}

}  // namespace

void serpentine_in(cudaStream_t stream, const float* a, const float* b, float* c, Shape shape) {
  launch_ring<3, true>(a, b, c, shape, stream);
}

std::span<const Rung<float>> ladder() {
  static constexpr Rung<float> rungs[] = {
      {"warps", warps},                        // a warp computes 64 x 64 results
      {"groups", groups},                      // neighbouring blocks share tiles of a and b
      {"copied", copied},                      // asynchronous copies, not yet ahead of use
      {"buffered", buffered},                  // copies the next tile while multiplying
      {"ring", ring, ring_needs},              // copies two tiles ahead
      {"serpentine", serpentine, ring_needs},  // another order of operations
  };
  return rungs;
}

}  // namespace matmul_warps
