// Transpose through shared memory: a 32-way bank conflict, two ways around it, wider accesses, and a hint.
//
// A warp should read neighbours and write neighbours, but neighbours in a row of `in` are far apart in `out`. So a
// block reads a tile by rows, and writes it by columns: only shared memory sees the far accesses. It has 32 banks; the
// words k, k + 32, k + 64, ... share one, which serves them one after the other.
#include "ch09_shared/transpose_shared/transpose_shared.h"

#include "ch09_shared/transpose_shared/pack.cuh"
#include "common/check.h"
#include "common/launch.h"
#include "common/ptx.h"

namespace transpose_shared {

constexpr int side = 32, threads_y = 8;  // of rungs 1 to 3: a tile of 32 x 32, four elements a thread

// ---- Rungs 1 to 3 differ in the shape of the tile alone. Rung 1: 32 words a row, so a column lies in one bank.
template <typename Real>
struct Conflict {
  Real words[side][side];
  __device__ Real& at(int row, int col) { return words[row][col]; }
};

// ---- Rung 2. Same, except that a row has a word more: the words of a column lie in 32 different banks.
template <typename Real>
struct Padded {
  Real words[side][side + 1];
  __device__ Real& at(int row, int col) { return words[row][col]; }
};

// ---- Rung 3. Same as rung 1, except that row r stores its columns in the order c ^ r: rows and columns both meet 32
// banks, and no word is spent.
template <typename Real>
struct Swizzled {
  Real words[side][side];
  __device__ Real& at(int row, int col) { return words[row][col ^ row]; }
};

// Blocks that run at the same time lie below each other in `in`, so side by side in `out`: what one block writes of a
// row is continued by the next. The other order is much slower.
struct Corner {
  std::size_t row, col;
};

__device__ Corner corner_of_tile(std::size_t rows, int tile_rows, int tile_cols) {
  const unsigned down = static_cast<unsigned>((rows + tile_rows - 1) / tile_rows);
  return {std::size_t{blockIdx.x % down} * tile_rows, std::size_t{blockIdx.x / down} * tile_cols};
}

int tiles(std::size_t rows, std::size_t cols, int tile_rows, int tile_cols) {
  const std::size_t down = blocks_for(rows, tile_rows), across = blocks_for(cols, tile_cols);
  return blocks_for(down * across, 1);
}

template <typename Real, typename Tile>
__global__ void transpose_kernel(const Real* in, Real* out, std::size_t rows, std::size_t cols) {
  __shared__ Tile tile;
  const Corner corner = corner_of_tile(rows, side, side);
  const int x = threadIdx.x;

  for (int y = threadIdx.y; y < side; y += threads_y) {
    const std::size_t row = corner.row + y, col = corner.col + x;
    if (row < rows && col < cols) tile.at(y, x) = in[row * cols + col];
  }
  __syncthreads();

  for (int y = threadIdx.y; y < side; y += threads_y) {
    const std::size_t row = corner.row + x, col = corner.col + y;
    if (row < rows && col < cols) out[col * rows + row] = tile.at(x, y);
  }
}

template <typename Real, typename Tile>
void launch(const Real* in, Real* out, std::size_t rows, std::size_t cols) {
  if (rows == 0 || cols == 0) return;
  transpose_kernel<Real, Tile><<<tiles(rows, cols, side, side), dim3(side, threads_y)>>>(in, out, rows, cols);
  check(cudaGetLastError());
}

template <typename Real>
void transpose_conflict(const Real* in, Real* out, std::size_t rows, std::size_t cols) {
  launch<Real, Conflict<Real>>(in, out, rows, cols);
}

template <typename Real>
void transpose_padded(const Real* in, Real* out, std::size_t rows, std::size_t cols) {
  launch<Real, Padded<Real>>(in, out, rows, cols);
}

template <typename Real>
void transpose_swizzled(const Real* in, Real* out, std::size_t rows, std::size_t cols) {
  launch<Real, Swizzled<Real>>(in, out, rows, cols);
}

// ---- Rung 4. A thread moves a square of 4 x 4 floats (2 x 2 doubles) in packs of 16 bytes, four times the bytes in
// flight, and transposes it in registers. The tile is made of packs: line i of all squares, then line i + 1. Its rows
// have a pack more than the block is high: eight threads, which store at a time, then meet all banks.
constexpr int high = 32, wide = 16;  // squares in a tile: 16 packs are the 256 bytes of rung 5

template <typename Real, bool ahead>
__device__ Pack<Real> load(const Real* from) {
  if (!ahead) return *reinterpret_cast<const Pack<Real>*>(from);
  Pack<Real> pack;
  *reinterpret_cast<float4*>(&pack) = load_ahead(reinterpret_cast<const float4*>(from));
  return pack;
}

template <typename Real, bool ahead>
__global__ void __launch_bounds__(high* wide)
    transpose_wide_kernel(const Real* in, Real* out, std::size_t rows, std::size_t cols) {
  constexpr int size = Pack<Real>::size;
  __shared__ Pack<Real> tile[size][wide][high + 1];
  const Corner corner = corner_of_tile(rows, high * size, wide * size);
  const int t = threadIdx.x;

  const int in_x = t % wide, in_y = t / wide;
  std::size_t row = corner.row + in_y * size, col = corner.col + in_x * size;
  if (row < rows && col < cols) {
    Pack<Real> square[size];
    for (int i = 0; i < size; ++i) square[i] = load<Real, ahead>(in + (row + i) * cols + col);
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
    for (int i = 0; i < size; ++i) *reinterpret_cast<Pack<Real>*>(out + (col + i) * rows + row) = tile[i][out_y][out_x];
  }
}

// Packs need rows that start at multiples of 16 bytes, in both matrices; all others are the padded rung's.
template <typename Real, bool ahead>
void launch_wide(const Real* in, Real* out, std::size_t rows, std::size_t cols) {
  constexpr int size = Pack<Real>::size;
  if (rows % size != 0 || cols % size != 0 || rows == 0 || cols == 0) return transpose_padded(in, out, rows, cols);
  const int blocks = tiles(rows, cols, high * size, wide * size);
  transpose_wide_kernel<Real, ahead><<<blocks, high * wide>>>(in, out, rows, cols);
  check(cudaGetLastError());
}

template <typename Real>
void transpose_wide(const Real* in, Real* out, std::size_t rows, std::size_t cols) {
  launch_wide<Real, false>(in, out, rows, cols);
}

// ---- Rung 5. Same, except that a load asks for the 256 bytes around it: each row of a tile is one visit to memory.
template <typename Real>
void transpose_ahead(const Real* in, Real* out, std::size_t rows, std::size_t cols) {
  launch_wide<Real, true>(in, out, rows, cols);
}

template const Rung<float> ladder<float>[];  // instantiates the rungs
template const Rung<double> ladder<double>[];

}  // namespace transpose_shared
