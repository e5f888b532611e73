// Transpose through shared memory: a 32-way bank conflict and two ways to avoid it; then 16 bytes per access,
// and a hint.
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
#include "common/pack.cuh"
#include "common/ptx.h"

namespace transpose_shared {

// ---- Not a rung: copies the matrix without turning it, one pack of 16 bytes per thread. Its time is the ceiling.
constexpr int copy_threads = 256;

template <typename Real>
__global__ void copy_wide_kernel(const Real* in, Real* out, std::size_t n) {
  constexpr int size = Pack<Real>::size;
  const std::size_t i = (std::size_t{blockIdx.x} * blockDim.x + threadIdx.x) * size;
  if (i + size <= n) {
    *reinterpret_cast<Pack<Real>*>(out + i) = *reinterpret_cast<const Pack<Real>*>(in + i);
  } else {
    for (std::size_t rest = i; rest < n; ++rest) out[rest] = in[rest];
  }
}

template <typename Real>
void copy_wide(const Real* in, Real* out, std::size_t n) {
  copy_wide_kernel<<<blocks_for(n, copy_threads * Pack<Real>::size), copy_threads>>>(in, out, n);
  check(cudaGetLastError());
}

namespace {

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

// ---- Rung 4. Same as rung 2, except that a thread moves a square of 4 x 4 floats (2 x 2 doubles) in packs of 16
// bytes, with four times the bytes in flight, and transposes it in registers. The tile consists of packs: line i of all
// squares, then line i + 1. Its rows are one pack longer than the block is high, so that the eight threads which store
// at a time use all banks. The loads are __ldg, since a is only read.
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
  const unsigned down = (rows + high * size - 1) / (high * size);
  const std::size_t top = std::size_t{blockIdx.x % down} * (high * size);
  const std::size_t left = std::size_t{blockIdx.x / down} * (wide_packs * size);
  const int t = threadIdx.x;

  const int in_x = t % wide_packs, in_y = t / wide_packs;
  std::size_t row = top + in_y * size, col = left + in_x * size;
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
  row = top + out_x * size, col = left + out_y * size;
  if (row < rows && col < cols) {
    for (int i = 0; i < size; ++i) *reinterpret_cast<Pack<Real>*>(b + (col + i) * rows + row) = tile[i][out_y][out_x];
  }
}

// Packs need rows that are aligned to 16 bytes in both matrices; the padded rung handles all other shapes.
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

// ---- Rung 5. Same as rung 4, except that a load requests the 256 bytes around it: each row of a tile is one memory
// access.
template <typename Real>
void ahead(const Real* a, Real* b, std::size_t rows, std::size_t cols) {
  launch_wide<Real, true>(a, b, rows, cols);
}

}  // namespace

template <typename Real>
std::span<const Rung<Real>> ladder() {
  static constexpr Rung<Real> rungs[] = {
      {"conflict", conflict<Real>},  // a warp reads from one bank
      {"padded", padded<Real>},      // an unused column more
      {"swizzled", swizzled<Real>},  // columns permuted instead
      {"wide", wide<Real>},          // 16 bytes per access
      {"ahead", ahead<Real>},        // each load asks for the 256 bytes around it
  };
  return rungs;
}
template std::span<const Rung<float>> ladder();
template std::span<const Rung<double>> ladder();
template void copy_wide(const float*, float*, std::size_t);
template void copy_wide(const double*, double*, std::size_t);

}  // namespace transpose_shared
