// Transpose through shared memory: a 32-way bank conflict and two ways to avoid it. wide.cu continues from here.
//
// A warp should read neighbours and write neighbours, but neighbours in a row of a are far apart in b. So a block reads
// a tile by rows and writes it by columns: only shared memory has strided accesses. It has 32 banks; the words k, k +
// 32, k + 64, ... are in the same bank, which serves them one after the other.
//
// Tiles are numbered column by column, `down` of them in a column. Blocks that run at the same time then have tiles one
// below the other in a, and so side by side in b: one block writes the beginning of a row, and the next one continues
// it. Number them row by row instead, and compare.
#include "ch09_shared/transpose_shared/transpose_shared.h"

#include "common/check.h"

namespace transpose_shared {

constexpr int tile_side = 32;  // a full warp along x
constexpr int block_rows = 8;  // warps per block: each handles every eighth row of the tile
constexpr dim3 block_shape(tile_side, block_rows);

// ---- Rung 1. A row of the tile has 32 words, so all words of a column are in the same bank.
template <typename Real>
__global__ void conflict_kernel(const Real* a, Real* b, std::size_t rows, std::size_t cols) {
  __shared__ Real tile[tile_side][tile_side];
  const unsigned down = (rows + tile_side - 1) / tile_side;
  const std::size_t top = std::size_t{blockIdx.x % down} * tile_side, left = std::size_t{blockIdx.x / down} * tile_side;
  const int x = threadIdx.x;

  for (int y = threadIdx.y; y < tile_side; y += block_rows) {
    const std::size_t row = top + y, col = left + x;
    if (row < rows && col < cols) tile[y][x] = a[row * cols + col];
  }
  __syncthreads();

  for (int y = threadIdx.y; y < tile_side; y += block_rows) {
    const std::size_t row = top + x, col = left + y;
    if (row < rows && col < cols) b[col * rows + row] = tile[x][y];
  }
}

template <typename Real>
void conflict(const Real* a, Real* b, std::size_t rows, std::size_t cols) {
  if (rows == 0 || cols == 0) return;
  conflict_kernel<<<tiles_of(rows, cols, tile_side, tile_side), block_shape>>>(a, b, rows, cols);
  check(cudaGetLastError());
}

// ---- Rung 2. Same as rung 1, except that a row of the tile has 33 words, the last one unused: the words of a column
// are in 32 different banks.
template <typename Real>
__global__ void padded_kernel(const Real* a, Real* b, std::size_t rows, std::size_t cols) {
  __shared__ Real tile[tile_side][tile_side + 1];
  const unsigned down = (rows + tile_side - 1) / tile_side;
  const std::size_t top = std::size_t{blockIdx.x % down} * tile_side, left = std::size_t{blockIdx.x / down} * tile_side;
  const int x = threadIdx.x;

  for (int y = threadIdx.y; y < tile_side; y += block_rows) {
    const std::size_t row = top + y, col = left + x;
    if (row < rows && col < cols) tile[y][x] = a[row * cols + col];
  }
  __syncthreads();

  for (int y = threadIdx.y; y < tile_side; y += block_rows) {
    const std::size_t row = top + x, col = left + y;
    if (row < rows && col < cols) b[col * rows + row] = tile[x][y];
  }
}

template <typename Real>
void padded(const Real* a, Real* b, std::size_t rows, std::size_t cols) {
  if (rows == 0 || cols == 0) return;
  padded_kernel<<<tiles_of(rows, cols, tile_side, tile_side), block_shape>>>(a, b, rows, cols);
  check(cudaGetLastError());
}

// ---- Rung 3. Same as rung 1, except that row r of the tile stores column c at place c ^ r: rows and columns both use
// 32 banks, without an extra word.
template <typename Real>
__global__ void swizzled_kernel(const Real* a, Real* b, std::size_t rows, std::size_t cols) {
  __shared__ Real tile[tile_side][tile_side];
  const unsigned down = (rows + tile_side - 1) / tile_side;
  const std::size_t top = std::size_t{blockIdx.x % down} * tile_side, left = std::size_t{blockIdx.x / down} * tile_side;
  const int x = threadIdx.x;

  for (int y = threadIdx.y; y < tile_side; y += block_rows) {
    const std::size_t row = top + y, col = left + x;
    if (row < rows && col < cols) tile[y][x ^ y] = a[row * cols + col];
  }
  __syncthreads();

  for (int y = threadIdx.y; y < tile_side; y += block_rows) {
    const std::size_t row = top + x, col = left + y;
    if (row < rows && col < cols) b[col * rows + row] = tile[x][y ^ x];
  }
}

template <typename Real>
void swizzled(const Real* a, Real* b, std::size_t rows, std::size_t cols) {
  if (rows == 0 || cols == 0) return;
  swizzled_kernel<<<tiles_of(rows, cols, tile_side, tile_side), block_shape>>>(a, b, rows, cols);
  check(cudaGetLastError());
}

template void conflict(const float*, float*, std::size_t, std::size_t);
template void padded(const float*, float*, std::size_t, std::size_t);
template void swizzled(const float*, float*, std::size_t, std::size_t);
template void conflict(const double*, double*, std::size_t, std::size_t);
template void padded(const double*, double*, std::size_t, std::size_t);
template void swizzled(const double*, double*, std::size_t, std::size_t);

}  // namespace transpose_shared
