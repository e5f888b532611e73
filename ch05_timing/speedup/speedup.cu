// z = x + y takes almost no arithmetic, only data movement. A load takes hundreds of cycles, so bandwidth depends on
// how many bytes are in flight at any moment. Each rung has more of them in flight.
#include "ch05_timing/speedup/speedup.h"

#include <algorithm>

#include "common/check.h"
#include "common/pack.cuh"

namespace speedup {
namespace {

constexpr int block_size = 256;

// ---- Rung 1. One element per thread: it has two loads of 4 bytes in flight, then it ends, and starting the next block
// takes time too.
template <typename Real>
__global__ void add_one_kernel(const Real* x, const Real* y, Real* z, std::size_t n) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  if (i < n) z[i] = x[i] + y[i];
}

template <typename Real>
void add_one(const Real* x, const Real* y, Real* z, std::size_t n) {
  add_one_kernel<<<blocks_for(n, block_size), block_size>>>(x, y, z, n);
  check(cudaGetLastError());
}

// ---- Rung 2. Same addition, except that the grid fills the device once and each thread continues one grid further on:
// no further blocks to start, and the grid size is free to choose.
template <typename Real>
__global__ void add_grid_stride_kernel(const Real* x, const Real* y, Real* z, std::size_t n) {
  const std::size_t stride = std::size_t{gridDim.x} * block_size;
#pragma unroll 1  // one step at a time: overlapping loads are the next rung
  for (std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x; i < n; i += stride) z[i] = x[i] + y[i];
}

template <typename Real>
void add_grid_stride(const Real* x, const Real* y, Real* z, std::size_t n) {
  const int resident = threads_per_multiprocessor() / block_size * multiprocessors();
  const int blocks = std::min(blocks_for(n, block_size), resident);
  add_grid_stride_kernel<<<blocks, block_size>>>(x, y, z, n);
  check(cudaGetLastError());
}

// ---- Rung 3. Four elements per thread, with all eight loads before the first addition: a thread waits once for all of
// them. A block works on 4 x 256 contiguous elements, and its warps still read coalesced.
constexpr int several = 4;

template <typename Real>
__global__ void add_several_kernel(const Real* x, const Real* y, Real* z, std::size_t n) {
  const std::size_t first = std::size_t{blockIdx.x} * block_size * several + threadIdx.x;

  Real a[several], b[several];
#pragma unroll
  for (int k = 0; k < several; ++k) {
    const std::size_t i = first + k * block_size;
    if (i < n) {
      a[k] = x[i];
      b[k] = y[i];
    }
  }
#pragma unroll
  for (int k = 0; k < several; ++k) {
    const std::size_t i = first + k * block_size;
    if (i < n) z[i] = a[k] + b[k];
  }
}

template <typename Real>
void add_several(const Real* x, const Real* y, Real* z, std::size_t n) {
  add_several_kernel<<<blocks_for(n, block_size * several), block_size>>>(x, y, z, n);
  check(cudaGetLastError());
}

// ---- Rung 4. As many bytes in flight, except that two instructions load them instead of eight: a thread moves 16
// bytes per access, the most that one access can move.
template <typename Real>
__global__ void add_vectorised_kernel(const Real* x, const Real* y, Real* z, std::size_t n) {
  constexpr int size = Pack<Real>::size;
  const std::size_t i = (std::size_t{blockIdx.x} * block_size + threadIdx.x) * size;

  if (i + size <= n) {
    const Pack<Real> a = *reinterpret_cast<const Pack<Real>*>(x + i);
    const Pack<Real> b = *reinterpret_cast<const Pack<Real>*>(y + i);
    Pack<Real> c;
#pragma unroll
    for (int k = 0; k < size; ++k) c.part[k] = a.part[k] + b.part[k];
    *reinterpret_cast<Pack<Real>*>(z + i) = c;
  } else {
    for (std::size_t k = i; k < n; ++k) z[k] = x[k] + y[k];  // the tail: fewer elements than a pack holds
  }
}

template <typename Real>
void add_vectorised(const Real* x, const Real* y, Real* z, std::size_t n) {
  const std::size_t packs = n / Pack<Real>::size + 1;  // the last one may be short, or empty
  add_vectorised_kernel<<<blocks_for(packs, block_size), block_size>>>(x, y, z, n);
  check(cudaGetLastError());
}

}  // namespace

template <typename Real>
std::span<const Rung<Real>> ladder() {
  static constexpr Rung<Real> rungs[] = {
      {"one", add_one<Real>},                  // one element per thread
      {"grid_stride", add_grid_stride<Real>},  // as many threads as the device holds
      {"several", add_several<Real>},          // four elements per thread, loaded together
      {"vectorised", add_vectorised<Real>},    // 16 bytes per access
  };
  return rungs;
}
template std::span<const Rung<float>> ladder();
template std::span<const Rung<double>> ladder();

}  // namespace speedup
