// A copy of a part of a matrix in tiles of 2048 floats, through shared memory. By threads, each element needs an index,
// a comparison with the edges, a load and a store. The copy engine needs the coordinates of a tile: it fills what is
// outside of the matrix with zeros when it loads, and clips when it stores.
#include "ch25_hopper/tile_copy/tile_copy.h"

#include <algorithm>

#include "common/cluster_launch.h"
#include "common/ptx_hopper.h"
#include "common/tensor_maps.h"

namespace tile_copy {
namespace {

constexpr int tile_elements = 2048, tile_bytes = tile_elements * sizeof(float);
constexpr int tile_rows = 64, tile_cols = 32;  // and of the wide tiles:
constexpr int wide_rows = 8, wide_cols = 256;
static_assert(tile_rows * tile_cols == tile_elements && wide_rows * wide_cols == tile_elements);

// ---- Rung 1. By threads: a warp copies a row of a tile.
constexpr int threads = 256;
__global__ void __launch_bounds__(threads) by_threads_kernel(const float* from, float* to, Shape s) {
  __shared__ float tile[tile_rows][tile_cols];
  const std::size_t across = (s.part_cols - 1) / tile_cols + 1;
  const std::size_t top = blockIdx.x / across * tile_rows, left = blockIdx.x % across * tile_cols;
  const int x = threadIdx.x % tile_cols;
  for (int y = threadIdx.x / tile_cols; y < tile_rows; y += threads / tile_cols) {
    const std::size_t row = s.row + top + y, col = s.col + left + x;  // before the matrix: huge
    tile[y][x] = row < s.rows && col < s.cols ? from[row * s.cols + col] : 0;
  }
  __syncthreads();
  for (int y = threadIdx.x / tile_cols; y < tile_rows; y += threads / tile_cols) {
    if (top + y < s.part_rows && left + x < s.part_cols) to[(top + y) * s.part_cols + left + x] = tile[y][x];
  }
}

void by_threads(const float* from, float* to, Shape s, cudaStream_t stream) {
  if (s.part_rows == 0 || s.part_cols == 0) return;
  by_threads_kernel<<<tiles_of(s.part_rows, s.part_cols, tile_rows, tile_cols), threads, 0, stream>>>(from, to, s);
  check(cudaGetLastError());
}

// ---- Rung 2. By the copy engine: a block is one warp, and one thread of it does all. Tiles are in the 128-byte
// swizzle in shared memory, which nobody sees here: it is undone when they are stored.
constexpr int ring = 3, in_a_row = 8;  // tiles on their way, and tiles that a block copies, one below the other
template <int height, int width>
__global__ void __launch_bounds__(32)
    by_engine_kernel(const __grid_constant__ CUtensorMap from, const __grid_constant__ CUtensorMap to, int row, int col,
                     int across, int down) {
  __shared__ __align__(1024) char tiles[ring][tile_bytes];
  __shared__ ArrivalBarrier arrived[ring];
  if (threadIdx.x > 0) return;
  const int x = blockIdx.x % across * width, first = blockIdx.x / across * in_a_row;
  const int count = min(in_a_row, down - first);
  const auto load = [&](int i) {
    if (i >= count) return;
    barrier_arrive(&arrived[i % ring], tile_bytes);  // what is filled counts too
    tile_load(tiles[i % ring], from, &arrived[i % ring], col + x, row + (first + i) * height);
  };
  for (ArrivalBarrier& each : arrived) barrier_init(&each, 1);
  for (int i = 0; i < ring - 1; ++i) load(i);
  for (int i = 0; i < count; ++i) {
    barrier_wait(&arrived[i % ring], i / ring);
    tile_store(to, tiles[i % ring], x, (first + i) * height);
    tile_stores_wait_read<1>();  // the store before this one has read its tile: it may be overwritten
    load(i + ring - 1);
  }
  tile_stores_wait();
}

// Tiles of `width` columns; without it, of 128 bytes in the swizzle.
CUtensorMap tiles_in(const float* matrix, std::size_t rows, std::size_t cols, int height, int width = 0) {
  return tensor_map({matrix, 1, rows, cols, height, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, sizeof(float), width});
}

// The copy engine takes rows of multiples of 16 bytes, and here only tiles that begin at one.
bool takes(Shape s) {
  return tiles_fit(s.cols, sizeof(float)) && tiles_fit(s.part_cols, sizeof(float)) && s.col % 4 == 0 && s.rows > 0;
}

void by_engine(const float* from, float* to, Shape s, cudaStream_t stream) {
  if (s.part_rows == 0 || s.part_cols == 0) return;
  if (!takes(s)) return by_threads(from, to, s, stream);
  const int across = blocks_for(s.part_cols, tile_cols), down = blocks_for(s.part_rows, tile_rows);
  by_engine_kernel<tile_rows, tile_cols><<<blocks_for(down, in_a_row) * across, 32, 0, stream>>>(
      tiles_in(from, s.rows, s.cols, tile_rows), tiles_in(to, s.part_rows, s.part_cols, tile_rows),
      static_cast<int>(s.row), static_cast<int>(s.col), across, down);
  check(cudaGetLastError());
}

// ---- Rung 3. The same kernel as in rung 2, except that a tile has 8 rows of 1024 bytes instead of 64 of 128. In
// shared memory its rows follow each other.
void wide(const float* from, float* to, Shape s, cudaStream_t stream) {
  if (s.part_rows == 0 || s.part_cols == 0) return;
  if (!takes(s)) return by_threads(from, to, s, stream);
  const int across = blocks_for(s.part_cols, wide_cols), down = blocks_for(s.part_rows, wide_rows);
  by_engine_kernel<wide_rows, wide_cols><<<blocks_for(down, in_a_row) * across, 32, 0, stream>>>(
      tiles_in(from, s.rows, s.cols, wide_rows, wide_cols),
      tiles_in(to, s.part_rows, s.part_cols, wide_rows, wide_cols), static_cast<int>(s.row), static_cast<int>(s.col),
      across, down);
  check(cudaGetLastError());
}

// ---- Rung 4. Same as rung 2 with one tile for each block, except that two blocks of a cluster bring half of each
// other's tile, by multicast: each half arrives in both. A copy gains nothing from it: the rung shows how it is done,
// and both blocks store only their own half of what both have.
__global__ void __launch_bounds__(32)
    by_pairs_kernel(const __grid_constant__ CUtensorMap from, const __grid_constant__ CUtensorMap to, int row, int col,
                    int across) {
  constexpr int half_rows = tile_rows / 2, half_bytes = tile_bytes / 2;
  __shared__ __align__(1024) char tile[tile_bytes];
  __shared__ ArrivalBarrier arrived;
  const int rank = static_cast<int>(cluster_rank()), pair = blockIdx.x / 2;
  const int x = pair % across * tile_cols, y = pair / across * tile_rows;
  if (threadIdx.x == 0) {
    barrier_init(&arrived, 1);
    barrier_arrive(&arrived, tile_bytes);  // both halves
  }
  cluster_arrive();
  cluster_wait();  // the other block's barrier exists
  if (threadIdx.x == 0) {
    tile_load_for(3, tile + rank * half_bytes, from, &arrived, col + x, row + y + rank * half_rows);
    barrier_wait(&arrived, 0);
    tile_store(to, tile + (1 - rank) * half_bytes, x,
               y + (1 - rank) * half_rows);  // the half that the other one brought
    tile_stores_wait();
  }
  cluster_arrive();
  cluster_wait();  // nothing more arrives in this block's memory
}

void by_pairs(const float* from, float* to, Shape s, cudaStream_t stream) {
  if (s.part_rows == 0 || s.part_cols == 0) return;
  if (!takes(s)) return by_threads(from, to, s, stream);
  const int across = blocks_for(s.part_cols, tile_cols), down = blocks_for(s.part_rows, tile_rows);
  launch_clusters(2, by_pairs_kernel, 2 * blocks_for(std::size_t(down) * across, 1), 32, 0, stream,
                  tiles_in(from, s.rows, s.cols, tile_rows / 2), tiles_in(to, s.part_rows, s.part_cols, tile_rows / 2),
                  static_cast<int>(s.row), static_cast<int>(s.col), across);
}

}  // namespace

std::span<const Rung> ladder() {
  static constexpr Needs needs = {.compute_capability = 90};
  static constexpr Rung rungs[] = {
      {"by_threads", by_threads},
      {"by_engine", by_engine, needs},
      {"wide", wide, needs},
      {"by_pairs", by_pairs, needs},
  };
  return rungs;
}

}  // namespace tile_copy
