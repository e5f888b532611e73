// Kernels at every part of the roof, with a few operations per byte, a few dozen, or hundreds.
#include "ch05_timing/roofline/roofline.h"

#include "common/check.h"
#include "common/pack.cuh"

namespace roofline {
namespace {

constexpr int block_size = 256;

// ---- One addition for three values that must be moved.
template <typename Real>
__global__ void add_kernel(const Real* a, const Real* b, Real* c, std::size_t n) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}

template <typename Real>
void add(const Real* a, const Real* b, Real* c, std::size_t n) {
  add_kernel<<<blocks_for(n, block_size), block_size>>>(a, b, c, n);
  check(cudaGetLastError());
}

// ---- Same as add, except that a thread loads and stores 16 bytes at a time (lesson speedup).
template <typename Real>
__global__ void add_vectorised_kernel(const Real* a, const Real* b, Real* c, std::size_t n) {
  constexpr int size = Pack<Real>::size;
  const std::size_t i = (std::size_t{blockIdx.x} * block_size + threadIdx.x) * size;

  if (i + size <= n) {
    const Pack<Real> of_a = *reinterpret_cast<const Pack<Real>*>(a + i);
    const Pack<Real> of_b = *reinterpret_cast<const Pack<Real>*>(b + i);
    Pack<Real> sum;
#pragma unroll
    for (int k = 0; k < size; ++k) sum.part[k] = of_a.part[k] + of_b.part[k];
    *reinterpret_cast<Pack<Real>*>(c + i) = sum;
  } else {
    for (std::size_t k = i; k < n; ++k) c[k] = a[k] + b[k];  // the tail: fewer elements than a pack holds
  }
}

template <typename Real>
void add_vectorised(const Real* a, const Real* b, Real* c, std::size_t n) {
  const std::size_t packs = n / Pack<Real>::size + 1;  // the last one may be short, or empty
  add_vectorised_kernel<<<blocks_for(packs, block_size), block_size>>>(a, b, c, n);
  check(cudaGetLastError());
}

// ---- 33 weights: 66 flop for 8 bytes that must be moved. Neighbouring threads read almost the same values, so the
// cache serves most of the 33 loads, and each value is loaded from memory once.
template <typename Real>
__global__ void convolve_kernel(const Real* a, Real* c, std::size_t n) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  if (i >= n) return;

  Real sum = 0;
#pragma unroll
  for (int t = 0; t < taps; ++t) {
    const std::size_t at = i + t - taps / 2;  // below 0 it wraps round, which is past the end too
    if (at < n) sum += Real(1 + t % 4) / 128 * a[at];
  }
  c[i] = sum;
}

template <typename Real>
void convolve(const Real* a, const Real*, Real* c, std::size_t n) {
  convolve_kernel<<<blocks_for(n, block_size), block_size>>>(a, c, n);
  check(cudaGetLastError());
}

// ---- A polynomial by Horner's rule: one multiply-add per degree, without memory accesses in between. The degree
// determines the intensity. Each step depends on the step before it, so each thread evaluates four elements as
// independent chains that hide the latency.
constexpr int chains = 4;

template <int degree, typename Real>
__global__ void polynomial_kernel(const Real* a, Real* c, std::size_t n) {
  const std::size_t first = std::size_t{blockIdx.x} * block_size * chains + threadIdx.x;

  Real x[chains], value[chains];
#pragma unroll
  for (int k = 0; k < chains; ++k) {
    const std::size_t i = first + k * block_size;
    x[k] = i < n ? a[i] : Real{0};
    value[k] = Real{0.5};
  }
#pragma unroll 64
  for (int step = 0; step < degree; ++step)
#pragma unroll
    for (int k = 0; k < chains; ++k) value[k] = value[k] * x[k] + Real{0.5};
#pragma unroll
  for (int k = 0; k < chains; ++k) {
    const std::size_t i = first + k * block_size;
    if (i < n) c[i] = value[k];
  }
}

template <typename Real, int degree>
void polynomial(const Real* a, const Real*, Real* c, std::size_t n) {
  polynomial_kernel<degree><<<blocks_for(n, block_size * chains), block_size>>>(a, c, n);
  check(cudaGetLastError());
}

// ---- Square roots: a value is loaded, and the thread counts up until its root reaches the limit. The roof counts a
// root as one operation; the device needs a dozen instructions for it.
template <typename Real>
__global__ void roots_kernel(const Real* a, Real* c, std::size_t n) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  if (i >= n) return;

  Real value = a[i];
  while (sqrt(value) < Real{root_limit}) value += 1;
  c[i] = value;
}

template <typename Real>
void roots(const Real* a, const Real*, Real* c, std::size_t n) {
  roots_kernel<<<blocks_for(n, block_size), block_size>>>(a, c, n);
  check(cudaGetLastError());
}

// ---- A matrix product in its simplest form. It has much arithmetic per value that must be moved, but this kernel
// loads the values again for every row and column, and is far below its roof. Chapter 9 improves it.
template <typename Real>
__global__ void matmul_kernel(const Real* a, const Real* b, Real* c, std::size_t m) {
  const std::size_t row = std::size_t{blockIdx.y} * blockDim.y + threadIdx.y;
  const std::size_t column = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (row >= m || column >= m) return;

  Real sum = 0;
  for (std::size_t k = 0; k < m; ++k) sum += a[row * m + k] * b[k * m + column];
  c[row * m + column] = sum;
}

template <typename Real>
void multiply(const Real* a, const Real* b, Real* c, std::size_t m, dim3 block) {
  const dim3 grid(blocks_for(m, block.x), blocks_for(m, block.y));
  matmul_kernel<<<grid, block>>>(a, b, c, m);
  check(cudaGetLastError());
}

template <typename Real>
void matmul(const Real* a, const Real* b, Real* c, std::size_t n) {
  multiply(a, b, c, rows(n), dim3(block_size, 1));
}

// ---- Same kernel, except for the block's shape: 32 x 32, as in chapter 9. The instructions are the same, so the two
// rows of the table differ only by the effect of the shape on the caches.
constexpr int side = 32;

template <typename Real>
void matmul_square(const Real* a, const Real* b, Real* c, std::size_t n) {
  multiply(a, b, c, rows(n), dim3(side, side));
}

}  // namespace

template <typename Real>
std::span<const Kernel<Real>> ladder() {
  static constexpr Kernel<Real> rungs[] = {
      {'a', "add, one per thread", add<Real>, add_cpu<Real>, [](std::size_t) { return 1.0; }, 3, false},
      {'v', "add, vectorised", add_vectorised<Real>, add_cpu<Real>, [](std::size_t) { return 1.0; }, 3, false},
      {'c', "convolve", convolve<Real>, convolve_cpu<Real>, [](std::size_t) { return 2.0 * taps; }, 2, false},
      {'p', "polynomial, short", polynomial<Real, short_degree>, polynomial_cpu<Real, short_degree>,
       [](std::size_t) { return 2.0 * short_degree; }, 2, false},
      {'P', "polynomial, long", polynomial<Real, long_degree>, polynomial_cpu<Real, long_degree>,
       [](std::size_t) { return 2.0 * long_degree; }, 2, false},
      {'r', "square roots", roots<Real>, roots_cpu<Real>, [](std::size_t) { return 2.0 * root_limit * root_limit; }, 2,
       false},
      {'m', "matrix product", matmul<Real>, matmul_cpu<Real>,
       [](std::size_t n) { return 2.0 * static_cast<double>(rows(n)); }, 3, true},
      {'M', "matrix product, square blocks", matmul_square<Real>, matmul_cpu<Real>,
       [](std::size_t n) { return 2.0 * static_cast<double>(rows(n)); }, 3, true},
  };
  return rungs;
}
template std::span<const Kernel<float>> ladder();
template std::span<const Kernel<double>> ladder();

}  // namespace roofline
