// Transpose through shared memory, continued: 16 bytes per access, and a hint; and the copy that is the ceiling.
#include "ch09_shared/transpose_shared/transpose_shared.h"
#include "common/check.h"
#include "common/ptx.h"

namespace transpose_shared {

// 16 bytes of a row: the most that one access of a thread can move.
template <typename Real>
struct alignas(16) Pack {
  static constexpr int size = 16 / sizeof(Real);
  Real part[size];
};

// ---- Not a rung: the same bytes in their old order, one pack per thread.
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

template void copy_wide(const float*, float*, std::size_t);
template void wide(const float*, float*, std::size_t, std::size_t);
template void ahead(const float*, float*, std::size_t, std::size_t);
template void copy_wide(const double*, double*, std::size_t);
template void wide(const double*, double*, std::size_t, std::size_t);
template void ahead(const double*, double*, std::size_t, std::size_t);

}  // namespace transpose_shared
