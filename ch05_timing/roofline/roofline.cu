// Kernels from every part of the roof: few operations for each byte, a few dozen, hundreds.
#include "ch05_timing/roofline/roofline.h"

#include "common/check.h"
#include "common/launch.h"

namespace roofline {

constexpr int block_size = 256;

// ---- 33 weights: 66 flop for 8 bytes that must move. The neighbours of a thread read almost the same values, so most
// of the 33 loads are answered by the cache, and memory moves them once.
template <typename Real>
__global__ void convolve_kernel(const Real* a, Real* c, std::size_t n) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  if (i >= n) return;

  Real sum = 0;
#pragma unroll
  for (int t = 0; t < taps; ++t) {
    const std::size_t at = i + t - taps / 2;  // below 0 it wraps round, and is past the end too
    if (at < n) sum += Real(1 + t % 4) / 128 * a[at];
  }
  c[i] = sum;
}

template <typename Real>
void convolve(const Real* a, const Real*, Real* c, std::size_t n) {
  convolve_kernel<<<blocks_for(n, block_size), block_size>>>(a, c, n);
  check(cudaGetLastError());
}

// ---- A polynomial by Horner's rule: a multiplication and an addition in one instruction for each degree, and no
// memory in between. The degree chooses the intensity. Every step needs the one before it, so a thread has four
// elements in hand: while one waits, the next steps.
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

// ---- A matrix product as one would write it down. Much arithmetic for each value that must move, but this kernel
// moves the values again for every row and column: it stands far below its roof. Chapter 9 lifts it.
template <typename Real>
__global__ void matmul_kernel(const Real* a, const Real* b, Real* c, std::size_t m) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  if (i >= m * m) return;

  const std::size_t row = i / m, column = i % m;
  Real sum = 0;
  for (std::size_t k = 0; k < m; ++k) sum += a[row * m + k] * b[k * m + column];
  c[i] = sum;
}

template <typename Real>
void matmul(const Real* a, const Real* b, Real* c, std::size_t n) {
  const std::size_t m = rows(n);
  matmul_kernel<<<blocks_for(m * m, block_size), block_size>>>(a, b, c, m);
  check(cudaGetLastError());
}

// ---- The square roots of arithmetic_intensity. On paper a root is one operation; the device spends a dozen on it.
template <typename Real>
void roots(const Real* a, const Real*, Real* c, std::size_t n) {
  arithmetic_intensity::count_one(a, n, Real{root_limit}, c);
}

template void convolve(const float*, const float*, float*, std::size_t);
template void polynomial<float, short_degree>(const float*, const float*, float*, std::size_t);
template void polynomial<float, long_degree>(const float*, const float*, float*, std::size_t);
template void matmul(const float*, const float*, float*, std::size_t);
template void roots(const float*, const float*, float*, std::size_t);
template void convolve(const double*, const double*, double*, std::size_t);
template void polynomial<double, short_degree>(const double*, const double*, double*, std::size_t);
template void polynomial<double, long_degree>(const double*, const double*, double*, std::size_t);
template void matmul(const double*, const double*, double*, std::size_t);
template void roots(const double*, const double*, double*, std::size_t);

}  // namespace roofline
