// Matrix transpose through global memory: coalesced on one side, strided on the other.
//
// A block handles a tile of 32 x 32 elements. The threads of a warp differ in threadIdx.x only, so the side that
// threadIdx.x runs along is coalesced. Tiles are numbered row by row, `across` of them in a row: a one-dimensional grid
// can have 2^31 - 1 tiles, along y it could have 65535.
#include "ch07_global/transpose/transpose.h"

#include "common/check.h"

namespace transpose {
namespace {

constexpr int tile_side = 32;  // a full warp along x
constexpr int block_rows = 8;  // warps per block: each handles every eighth row of the tile
constexpr dim3 block_shape(tile_side, block_rows);

// ---- Rung 1. No transpose: reads and writes are both coalesced. It is not the ceiling: it moves one element per
// thread and access, and wider accesses move the same bytes faster (chapter 9).
template <typename Real>
__global__ void copy_narrow_kernel(const Real* a, Real* b, std::size_t rows, std::size_t cols) {
  const unsigned across = (cols + tile_side - 1) / tile_side;
  const std::size_t col = std::size_t{blockIdx.x % across} * tile_side + threadIdx.x;
  for (int k = 0; k < tile_side; k += block_rows) {
    const std::size_t row = std::size_t{blockIdx.x / across} * tile_side + threadIdx.y + k;
    if (row < rows && col < cols) b[row * cols + col] = a[row * cols + col];
  }
}

template <typename Real>
void copy_narrow(const Real* a, Real* b, std::size_t rows, std::size_t cols) {
  if (rows == 0 || cols == 0) return;
  copy_narrow_kernel<<<tiles_of(rows, cols, tile_side, tile_side), block_shape>>>(a, b, rows, cols);
  check(cudaGetLastError());
}

// ---- Rung 2. Same as rung 1, except that the result goes to the transposed place: the 32 writes of a warp are a whole
// row of b apart and touch 32 sectors, writing one element in each.
template <typename Real>
__global__ void read_coalesced_kernel(const Real* a, Real* b, std::size_t rows, std::size_t cols) {
  const unsigned across = (cols + tile_side - 1) / tile_side;
  const std::size_t col = std::size_t{blockIdx.x % across} * tile_side + threadIdx.x;
  for (int k = 0; k < tile_side; k += block_rows) {
    const std::size_t row = std::size_t{blockIdx.x / across} * tile_side + threadIdx.y + k;
    if (row < rows && col < cols) b[col * rows + row] = a[row * cols + col];
  }
}

template <typename Real>
void read_coalesced(const Real* a, Real* b, std::size_t rows, std::size_t cols) {
  if (rows == 0 || cols == 0) return;
  read_coalesced_kernel<<<tiles_of(rows, cols, tile_side, tile_side), block_shape>>>(a, b, rows, cols);
  check(cudaGetLastError());
}

// ---- Rung 3. Same as rung 2, except that threadIdx.x and threadIdx.y change places: now the writes are coalesced and
// the reads are strided. A sector that a strided read loads stays in L1, where the block's other warps find their
// elements in it.
template <typename Real>
__global__ void write_coalesced_kernel(const Real* a, Real* b, std::size_t rows, std::size_t cols) {
  const unsigned across = (cols + tile_side - 1) / tile_side;
  const std::size_t row = std::size_t{blockIdx.x / across} * tile_side + threadIdx.x;
  for (int k = 0; k < tile_side; k += block_rows) {
    const std::size_t col = std::size_t{blockIdx.x % across} * tile_side + threadIdx.y + k;
    if (row < rows && col < cols) b[col * rows + row] = a[row * cols + col];
  }
}

template <typename Real>
void write_coalesced(const Real* a, Real* b, std::size_t rows, std::size_t cols) {
  if (rows == 0 || cols == 0) return;
  write_coalesced_kernel<<<tiles_of(rows, cols, tile_side, tile_side), block_shape>>>(a, b, rows, cols);
  check(cudaGetLastError());
}

// ---- Rung 4. Same as rung 3, except that __ldg tells the compiler that nothing writes a while the kernel runs. If b
// might overlap a, each load must wait for the store before it; these loads need not, and nvcc moves several ahead of
// the first store (cuobjdump -sass shows it).
template <typename Real>
__global__ void write_coalesced_ldg_kernel(const Real* a, Real* b, std::size_t rows, std::size_t cols) {
  const unsigned across = (cols + tile_side - 1) / tile_side;
  const std::size_t row = std::size_t{blockIdx.x / across} * tile_side + threadIdx.x;
  for (int k = 0; k < tile_side; k += block_rows) {
    const std::size_t col = std::size_t{blockIdx.x % across} * tile_side + threadIdx.y + k;
    if (row < rows && col < cols) b[col * rows + row] = __ldg(&a[row * cols + col]);
  }
}

template <typename Real>
void write_coalesced_ldg(const Real* a, Real* b, std::size_t rows, std::size_t cols) {
  if (rows == 0 || cols == 0) return;
  write_coalesced_ldg_kernel<<<tiles_of(rows, cols, tile_side, tile_side), block_shape>>>(a, b, rows, cols);
  check(cudaGetLastError());
}

// ---- Rung 5. Same as rung 3, except that the pointers are __restrict__: a promise that the arrays do not overlap.
// From it the compiler derives the same as from __ldg.
template <typename Real>
__global__ void write_coalesced_restrict_kernel(const Real* __restrict__ a, Real* __restrict__ b, std::size_t rows,
                                                std::size_t cols) {
  const unsigned across = (cols + tile_side - 1) / tile_side;
  const std::size_t row = std::size_t{blockIdx.x / across} * tile_side + threadIdx.x;
  for (int k = 0; k < tile_side; k += block_rows) {
    const std::size_t col = std::size_t{blockIdx.x % across} * tile_side + threadIdx.y + k;
    if (row < rows && col < cols) b[col * rows + row] = a[row * cols + col];
  }
}

template <typename Real>
void write_coalesced_restrict(const Real* a, Real* b, std::size_t rows, std::size_t cols) {
  if (rows == 0 || cols == 0) return;
  write_coalesced_restrict_kernel<<<tiles_of(rows, cols, tile_side, tile_side), block_shape>>>(a, b, rows, cols);
  check(cudaGetLastError());
}

}  // namespace

template <typename Real>
std::span<const Rung<Real>> ladder() {
  static constexpr Rung<Real> rungs[] = {
      {"copy_narrow", false, copy_narrow<Real>},                           // no transpose, an element per access
      {"read_coalesced", true, read_coalesced<Real>},                      // a warp reads a row, writes a column
      {"write_coalesced", true, write_coalesced<Real>},                    // reads a column, writes a row
      {"write_coalesced_ldg", true, write_coalesced_ldg<Real>},            // reads by __ldg
      {"write_coalesced_restrict", true, write_coalesced_restrict<Real>},  // a and b as __restrict__
  };
  return rungs;
}
template std::span<const Rung<float>> ladder();
template std::span<const Rung<double>> ladder();

}  // namespace transpose
