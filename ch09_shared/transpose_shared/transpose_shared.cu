// Transpose through shared memory: a 32-way bank conflict, two ways around it, wider accesses, and a hint.
//
// A warp should read neighbours and write neighbours, but neighbours in a row of a are far apart in b. So a block reads
// a tile by rows, and writes it by columns: only shared memory sees the far accesses. It has 32 banks; the words k,
// k + 32, k + 64, ... share one, which serves them one after the other.
//
// Blocks that run at the same time have tiles one below the other in a, so side by side in b: what one block writes of
// a row is continued by the next. Try corner_along_rows instead.
#include "ch09_shared/transpose_shared/transpose_shared.h"

#include "ch09_shared/transpose_shared/pack.cuh"
#include "common/check.h"
#include "common/launch.h"
#include "common/ptx.h"
#include "common/tiles.cuh"

namespace transpose_shared {

constexpr int tile_side = 32;  // of rungs 1 to 3: a full warp along x
constexpr int block_rows = 8;  // warps of a block: each has every eighth row of the tile
constexpr dim3 block_shape(tile_side, block_rows);

// ---- Rung 1. A row of the tile has 32 words, so all words of a column lie in the same bank.
template <typename Real>
__global__ void conflict_kernel(const Real* a, Real* b, std::size_t rows, std::size_t cols) {
  __shared__ Real tile[tile_side][tile_side];
  const Corner corner = corner_along_columns(rows, tile_side, tile_side);
  const int x = threadIdx.x;

  for (int y = threadIdx.y; y < tile_side; y += block_rows) {
    const std::size_t row = corner.row + y, col = corner.col + x;
    if (row < rows && col < cols) tile[y][x] = a[row * cols + col];
  }
  __syncthreads();

  for (int y = threadIdx.y; y < tile_side; y += block_rows) {
    const std::size_t row = corner.row + x, col = corner.col + y;
    if (row < rows && col < cols) b[col * rows + row] = tile[x][y];
  }
}

template <typename Real>
void conflict(const Real* a, Real* b, std::size_t rows, std::size_t cols) {
  if (rows == 0 || cols == 0) return;
  conflict_kernel<<<tiles_of(rows, cols, tile_side, tile_side), block_shape>>>(a, b, rows, cols);
  check(cudaGetLastError());
}

// ---- Rung 2. Same as rung 1, except that a row of the tile has 33 words, the last never used: the words of a column
// lie in 32 different banks.
template <typename Real>
__global__ void padded_kernel(const Real* a, Real* b, std::size_t rows, std::size_t cols) {
  __shared__ Real tile[tile_side][tile_side + 1];
  const Corner corner = corner_along_columns(rows, tile_side, tile_side);
  const int x = threadIdx.x;

  for (int y = threadIdx.y; y < tile_side; y += block_rows) {
    const std::size_t row = corner.row + y, col = corner.col + x;
    if (row < rows && col < cols) tile[y][x] = a[row * cols + col];
  }
  __syncthreads();

  for (int y = threadIdx.y; y < tile_side; y += block_rows) {
    const std::size_t row = corner.row + x, col = corner.col + y;
    if (row < rows && col < cols) b[col * rows + row] = tile[x][y];
  }
}

template <typename Real>
void padded(const Real* a, Real* b, std::size_t rows, std::size_t cols) {
  if (rows == 0 || cols == 0) return;
  padded_kernel<<<tiles_of(rows, cols, tile_side, tile_side), block_shape>>>(a, b, rows, cols);
  check(cudaGetLastError());
}

// ---- Rung 3. Same as rung 1, except that row r of the tile stores column c at place c ^ r: rows and columns both meet
// 32 banks, and no word is spent.
template <typename Real>
__global__ void swizzled_kernel(const Real* a, Real* b, std::size_t rows, std::size_t cols) {
  __shared__ Real tile[tile_side][tile_side];
  const Corner corner = corner_along_columns(rows, tile_side, tile_side);
  const int x = threadIdx.x;

  for (int y = threadIdx.y; y < tile_side; y += block_rows) {
    const std::size_t row = corner.row + y, col = corner.col + x;
    if (row < rows && col < cols) tile[y][x ^ y] = a[row * cols + col];
  }
  __syncthreads();

  for (int y = threadIdx.y; y < tile_side; y += block_rows) {
    const std::size_t row = corner.row + x, col = corner.col + y;
    if (row < rows && col < cols) b[col * rows + row] = tile[x][y ^ x];
  }
}

template <typename Real>
void swizzled(const Real* a, Real* b, std::size_t rows, std::size_t cols) {
  if (rows == 0 || cols == 0) return;
  swizzled_kernel<<<tiles_of(rows, cols, tile_side, tile_side), block_shape>>>(a, b, rows, cols);
  check(cudaGetLastError());
}

// ---- Rung 4. A thread moves a square of 4 x 4 floats (2 x 2 doubles) in packs of 16 bytes, four times the bytes in
// flight, and transposes it in registers. The tile is made of packs: line i of all squares, then line i + 1. Its rows
// have a pack more than the block is high: eight threads, which store at a time, then meet all banks. The loads are
// __ldg, as a is only read.
constexpr int high = 32, wide_packs = 16;  // squares in a tile: 16 packs are the 256 bytes of rung 5
constexpr int wide_threads = high * wide_packs;

template <typename Real, bool ahead>
__device__ Pack<Real> load(const Real* from) {
  const auto* words = reinterpret_cast<const float4*>(from);
  Pack<Real> pack;
  *reinterpret_cast<float4*>(&pack) = ahead ? load_ahead(words) : __ldg(words);
  return pack;
}

template <typename Real, bool ahead>
__global__ void __launch_bounds__(wide_threads)
    wide_kernel(const Real* a, Real* b, std::size_t rows, std::size_t cols) {
  constexpr int size = Pack<Real>::size;
  __shared__ Pack<Real> tile[size][wide_packs][high + 1];
  const Corner corner = corner_along_columns(rows, high * size, wide_packs * size);
  const int t = threadIdx.x;

  const int in_x = t % wide_packs, in_y = t / wide_packs;
  std::size_t row = corner.row + in_y * size, col = corner.col + in_x * size;
  if (row < rows && col < cols) {
    Pack<Real> square[size];
    for (int i = 0; i < size; ++i) square[i] = load<Real, ahead>(a + (row + i) * cols + col);
    for (int i = 0; i < size; ++i) {
      Pack<Real> column;
      for (int j = 0; j < size; ++j) column.part[j] = square[j].part[i];
      tile[i][in_x][in_y] = column;
    }
  }
  __syncthreads();

  const int out_x = t % high, out_y = t / high;
  row = corner.row + out_x * size, col = corner.col + out_y * size;
  if (row < rows && col < cols) {
    for (int i = 0; i < size; ++i) *reinterpret_cast<Pack<Real>*>(b + (col + i) * rows + row) = tile[i][out_y][out_x];
  }
}

// Packs need rows that start at multiples of 16 bytes, in both matrices; all others are the padded rung's.
template <typename Real, bool ahead>
void launch_wide(const Real* a, Real* b, std::size_t rows, std::size_t cols) {
  constexpr int size = Pack<Real>::size;
  if (rows % size != 0 || cols % size != 0 || rows == 0 || cols == 0) return padded(a, b, rows, cols);
  const int blocks = tiles_of(rows, cols, high * size, wide_packs * size);
  wide_kernel<Real, ahead><<<blocks, wide_threads>>>(a, b, rows, cols);
  check(cudaGetLastError());
}

template <typename Real>
void wide(const Real* a, Real* b, std::size_t rows, std::size_t cols) {
  launch_wide<Real, false>(a, b, rows, cols);
}

// ---- Rung 5. Same as rung 4, except that a load asks for the 256 bytes around it: each row of a tile is one visit to
// memory.
template <typename Real>
void ahead(const Real* a, Real* b, std::size_t rows, std::size_t cols) {
  launch_wide<Real, true>(a, b, rows, cols);
}

template void conflict(const float*, float*, std::size_t, std::size_t);
template void padded(const float*, float*, std::size_t, std::size_t);
template void swizzled(const float*, float*, std::size_t, std::size_t);
template void wide(const float*, float*, std::size_t, std::size_t);
template void ahead(const float*, float*, std::size_t, std::size_t);
template void conflict(const double*, double*, std::size_t, std::size_t);
template void padded(const double*, double*, std::size_t, std::size_t);
template void swizzled(const double*, double*, std::size_t, std::size_t);
template void wide(const double*, double*, std::size_t, std::size_t);
template void ahead(const double*, double*, std::size_t, std::size_t);

}  // namespace transpose_shared
