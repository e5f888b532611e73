// Five kernels that differ in the index of one read. The writes are sequential in all of them, so that only the reads
// differ.
//
// The hardware serves a warp's load as one request: it moves each 32-byte sector that the 32 addresses fall into once.
// The order of the threads within those sectors makes no difference, but unused bytes of a sector waste bandwidth.
#include "ch07_global/coalescing/coalescing.h"

#include "common/check.h"

namespace coalescing {
namespace {

constexpr int block_size = 256;

// ---- Rung 1. Thread i reads element i: a warp of floats reads 128 bytes, four whole sectors.
template <typename Real>
__global__ void sequential_kernel(const Real* x, Real* y, std::size_t n) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n) y[i] = x[i];
}

template <typename Real>
void sequential(const Real* x, Real* y, std::size_t n) {
  sequential_kernel<<<blocks_for(n, block_size), block_size>>>(x, y, n);
  check(cudaGetLastError());
}

// ---- Rung 2. Same as rung 1, except that neighbours swap their elements: 1 0 3 2 5 4 ... The sectors are the same.
template <typename Real>
__global__ void permuted_kernel(const Real* x, Real* y, std::size_t n) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n) y[i] = x[(i ^ 1) < n ? i ^ 1 : i];
}

template <typename Real>
void permuted(const Real* x, Real* y, std::size_t n) {
  permuted_kernel<<<blocks_for(n, block_size), block_size>>>(x, y, n);
  check(cudaGetLastError());
}

// ---- Rung 3. Same as rung 1, except that each thread reads the next element: a warp of floats starts four bytes into
// a sector and ends four bytes into a fifth.
template <typename Real>
__global__ void misaligned_kernel(const Real* x, Real* y, std::size_t n) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n) y[i] = x[i + 1 < n ? i + 1 : 0];
}

template <typename Real>
void misaligned(const Real* x, Real* y, std::size_t n) {
  misaligned_kernel<<<blocks_for(n, block_size), block_size>>>(x, y, n);
  check(cudaGetLastError());
}

// ---- Rung 4. Same as rung 1, except that x is read as a matrix of 32 columns, down the first column, then down the
// second: 32 threads need 32 sectors. The other elements of a sector are needed a whole column later, when an array
// larger than the caches has evicted the sector.
template <typename Real>
__global__ void strided_kernel(const Real* x, Real* y, std::size_t n) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const std::size_t rows = n / far;
  if (i < n) y[i] = x[i < rows * far ? i % rows * far + i / rows : i];
}

template <typename Real>
void strided(const Real* x, Real* y, std::size_t n) {
  strided_kernel<<<blocks_for(n, block_size), block_size>>>(x, y, n);
  check(cudaGetLastError());
}

// ---- Rung 5. Same as rung 1, except that all threads of a warp read its first element: one sector, four or eight of
// its bytes.
template <typename Real>
__global__ void broadcast_kernel(const Real* x, Real* y, std::size_t n) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n) y[i] = x[i / warp_size * warp_size];
}

template <typename Real>
void broadcast(const Real* x, Real* y, std::size_t n) {
  broadcast_kernel<<<blocks_for(n, block_size), block_size>>>(x, y, n);
  check(cudaGetLastError());
}

}  // namespace

template <typename Real>
std::span<const Rung<Real>> ladder() {
  static constexpr Rung<Real> rungs[] = {
      {"sequential", sequential<Real>, sequential_source},  // neighbours read neighbours
      {"permuted", permuted<Real>, permuted_source},        // neighbours swapped: another order within the same sectors
      {"misaligned", misaligned<Real>, misaligned_source},  // a warp starts in the middle of a sector
      {"strided", strided<Real>, strided_source},           // neighbours read elements that are far apart
      {"broadcast", broadcast<Real>, broadcast_source},     // all threads of a warp read the same element
  };
  return rungs;
}
template std::span<const Rung<float>> ladder();
template std::span<const Rung<double>> ladder();

}  // namespace coalescing
