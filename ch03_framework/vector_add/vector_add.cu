// z = x + y. One thread adds one element: the launch replaces the loop of the CPU version.
//
// A grid consists of whole blocks, but n is rarely a multiple of the block size. The first two rungs handle this in two
// ways; the next three move the addition to a device function; the last one uses more of the memory bandwidth.
#include "ch03_framework/vector_add/vector_add.h"

#include "common/check.h"
#include "common/pack.cuh"

namespace vector_add {
namespace {

constexpr int block_size = 256;

// ---- Rung 1. No bounds check: the grid must have exactly as many threads as elements. The whole blocks are launched
// first, and a second launch adds one smaller block for the remaining elements.
template <typename Real>
__global__ void add_unchecked_kernel(const Real* x, const Real* y, Real* z) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  z[i] = x[i] + y[i];
}

template <typename Real>
void add_unchecked(const Real* x, const Real* y, Real* z, std::size_t n) {
  const std::size_t rest = n % block_size, whole = n - rest;
  if (whole > 0) {  // an empty grid is an error
    add_unchecked_kernel<<<blocks_for(whole, block_size), block_size>>>(x, y, z);
    check(cudaGetLastError());
  }
  if (rest > 0) {
    add_unchecked_kernel<<<1, static_cast<int>(rest)>>>(x + whole, y + whole, z + whole);
    check(cudaGetLastError());
  }
}

// ---- Rung 2. One launch: the grid is rounded up to whole blocks, and threads past the end do nothing. Nearly every
// kernel has this form; exhibit out_of_bounds omits the check.
template <typename Real>
__global__ void add_checked_kernel(const Real* x, const Real* y, Real* z, std::size_t n) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  if (i < n) z[i] = x[i] + y[i];
}

template <typename Real>
void add_checked(const Real* x, const Real* y, Real* z, std::size_t n) {
  add_checked_kernel<<<blocks_for(n, block_size), block_size>>>(x, y, z, n);
  check(cudaGetLastError());
}

// ---- Rungs 3 to 5. Same kernel, except that a device function adds. __device__: called by the
// device, run on the device. The compiler inlines its body, so the three ways to return a result cost
// nothing.
template <typename Real>
__device__ Real sum_of(Real a, Real b) {
  return a + b;
}

template <typename Real>
__device__ void store_sum(Real a, Real b, Real* sum) {
  *sum = a + b;
}

template <typename Real>
__device__ void assign_sum(Real a, Real b, Real& sum) {
  sum = a + b;
}

template <typename Real>
__global__ void add_by_value_kernel(const Real* x, const Real* y, Real* z, std::size_t n) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  if (i < n) z[i] = sum_of(x[i], y[i]);
}

template <typename Real>
void add_by_value(const Real* x, const Real* y, Real* z, std::size_t n) {
  add_by_value_kernel<<<blocks_for(n, block_size), block_size>>>(x, y, z, n);
  check(cudaGetLastError());
}

template <typename Real>
__global__ void add_by_pointer_kernel(const Real* x, const Real* y, Real* z, std::size_t n) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  if (i < n) store_sum(x[i], y[i], &z[i]);
}

template <typename Real>
void add_by_pointer(const Real* x, const Real* y, Real* z, std::size_t n) {
  add_by_pointer_kernel<<<blocks_for(n, block_size), block_size>>>(x, y, z, n);
  check(cudaGetLastError());
}

template <typename Real>
__global__ void add_by_reference_kernel(const Real* x, const Real* y, Real* z, std::size_t n) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  if (i < n) assign_sum(x[i], y[i], z[i]);
}

template <typename Real>
void add_by_reference(const Real* x, const Real* y, Real* z, std::size_t n) {
  add_by_reference_kernel<<<blocks_for(n, block_size), block_size>>>(x, y, z, n);
  check(cudaGetLastError());
}

// ---- Rung 6. The rungs above are not limited by the addition, but by too few bytes in flight. A thread that moves 16
// bytes per access has more of them in flight. Chapter 5 (speedup) continues this step by step.
template <typename Real>
__global__ void add_vectorised_kernel(const Real* x, const Real* y, Real* z, std::size_t n) {
  constexpr int size = Pack<Real>::size;
  const std::size_t i = (std::size_t{blockIdx.x} * block_size + threadIdx.x) * size;

  if (i + size <= n) {
    const Pack<Real> a = *reinterpret_cast<const Pack<Real>*>(x + i);
    const Pack<Real> b = *reinterpret_cast<const Pack<Real>*>(y + i);
    Pack<Real> c;
    for (int k = 0; k < size; ++k) c.part[k] = a.part[k] + b.part[k];
    *reinterpret_cast<Pack<Real>*>(z + i) = c;
  } else {
    for (std::size_t k = i; k < n; ++k) z[k] = x[k] + y[k];  // the last elements, fewer than a pack holds
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
      {"unchecked", add_unchecked<Real>},        // exactly as many threads as elements
      {"checked", add_checked<Real>},            // whole blocks, and a bounds check
      {"by_value", add_by_value<Real>},          // a device function returns the sum
      {"by_pointer", add_by_pointer<Real>},      // ... writes it through a pointer
      {"by_reference", add_by_reference<Real>},  // ... writes it through a reference
      {"vectorised", add_vectorised<Real>},      // 16 bytes at a time
  };
  return rungs;
}
template std::span<const Rung<float>> ladder();
template std::span<const Rung<double>> ladder();

}  // namespace vector_add
