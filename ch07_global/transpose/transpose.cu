// Matrix transpose through global memory: coalesced on one side, strided on the other.
//
// A block covers a square of the matrix, a thread one element of it. The threads of a warp differ in threadIdx.x only,
// so whatever threadIdx.x runs along is coalesced.
#include "ch07_global/transpose/transpose.h"

#include "common/check.h"
#include "common/launch.h"

namespace transpose {

constexpr int side = 32;  // of a block's square: a full warp along x
constexpr dim3 block(side, side / 4);
constexpr int rows_per_thread = 4;  // a block has side x side / 4 threads: one in four rows each

// x counts blocks along columns, and is the only dimension of a grid without the limit of 65535: so both sides share
// it.
inline int squares(int rows, int columns) {
  return blocks_for(std::size_t(blocks_for(rows, side)) * blocks_for(columns, side), 1);
}

// The corner of the block's square: block numbers run along the rows of squares first.
__device__ int2 corner(int columns) {
  const int squares_in_a_row = (columns - 1) / side + 1;
  return make_int2(blockIdx.x % squares_in_a_row * side, blockIdx.x / squares_in_a_row * side);
}

// ---- Rung 1. No transpose: reads and writes are both coalesced, so this is the ceiling of the others.
template <typename Real>
__global__ void copy_kernel(const Real* a, int rows, int columns, Real* b) {
  const int2 first = corner(columns);
  const int column = first.x + threadIdx.x;
  for (int k = 0; k < rows_per_thread; ++k) {
    const int row = first.y + threadIdx.y + k * blockDim.y;
    if (row < rows && column < columns) b[std::size_t(row) * columns + column] = a[std::size_t(row) * columns + column];
  }
}

template <typename Real>
void copy(const Real* a, int rows, int columns, Real* b) {
  if (rows == 0 || columns == 0) return;
  copy_kernel<<<squares(rows, columns), block>>>(a, rows, columns, b);
  check(cudaGetLastError());
}

// ---- Rung 2. Same, except that the result goes to the transposed place: the 32 writes of a warp lie a whole row of b
// apart and touch 32 sectors, of which each gets one element.
template <typename Real>
__global__ void read_coalesced_kernel(const Real* a, int rows, int columns, Real* b) {
  const int2 first = corner(columns);
  const int column = first.x + threadIdx.x;
  for (int k = 0; k < rows_per_thread; ++k) {
    const int row = first.y + threadIdx.y + k * blockDim.y;
    if (row < rows && column < columns) b[std::size_t(column) * rows + row] = a[std::size_t(row) * columns + column];
  }
}

template <typename Real>
void read_coalesced(const Real* a, int rows, int columns, Real* b) {
  if (rows == 0 || columns == 0) return;
  read_coalesced_kernel<<<squares(rows, columns), block>>>(a, rows, columns, b);
  check(cudaGetLastError());
}

// ---- Rung 3. Same, except that threadIdx.x now runs along the rows of b: the writes are coalesced and the reads are
// strided. A sector that a strided read brings in stays in the cache, where the block's other warps find their part.
template <typename Real>
__global__ void write_coalesced_kernel(const Real* a, int rows, int columns, Real* b) {
  const int2 first = corner(columns);
  const int row = first.y + threadIdx.x;
  for (int k = 0; k < rows_per_thread; ++k) {
    const int column = first.x + threadIdx.y + k * blockDim.y;
    if (row < rows && column < columns) b[std::size_t(column) * rows + row] = a[std::size_t(row) * columns + column];
  }
}

template <typename Real>
void write_coalesced(const Real* a, int rows, int columns, Real* b) {
  if (rows == 0 || columns == 0) return;
  write_coalesced_kernel<<<squares(rows, columns), block>>>(a, rows, columns, b);
  check(cudaGetLastError());
}

// ---- Rung 4. Same, except that the read says that nothing writes a while the kernel runs. That once chose another
// cache; since Volta there is one L1 for both, and the compiler often sees by itself that a is only read.
template <typename Real>
__global__ void write_coalesced_ldg_kernel(const Real* a, int rows, int columns, Real* b) {
  const int2 first = corner(columns);
  const int row = first.y + threadIdx.x;
  for (int k = 0; k < rows_per_thread; ++k) {
    const int column = first.x + threadIdx.y + k * blockDim.y;
    if (row < rows && column < columns)
      b[std::size_t(column) * rows + row] = __ldg(&a[std::size_t(row) * columns + column]);
  }
}

template <typename Real>
void write_coalesced_ldg(const Real* a, int rows, int columns, Real* b) {
  if (rows == 0 || columns == 0) return;
  write_coalesced_ldg_kernel<<<squares(rows, columns), block>>>(a, rows, columns, b);
  check(cudaGetLastError());
}

template void copy(const float*, int, int, float*);
template void read_coalesced(const float*, int, int, float*);
template void write_coalesced(const float*, int, int, float*);
template void write_coalesced_ldg(const float*, int, int, float*);
template void copy(const double*, int, int, double*);
template void read_coalesced(const double*, int, int, double*);
template void write_coalesced(const double*, int, int, double*);
template void write_coalesced_ldg(const double*, int, int, double*);

}  // namespace transpose
