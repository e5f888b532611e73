// Sum of an array with a result that never leaves the device: atomics, and what they do to the last digits.
#pragma once

#include <cstddef>
#include <numeric>
#include <vector>

namespace reduction_atomic {

// The sum of n values, halves first: no value goes through more than 64 + log2(n / 64) additions, fewer than 100, while
// one after another 10^8 of them would round the 13th digit away.
template <typename Real>
double sum_by_halves(const Real* x, std::size_t n) {
  if (n <= 64) return std::accumulate(x, x + n, 0.0);
  return sum_by_halves(x, n / 2) + sum_by_halves(x + n / 2, n - n / 2);
}

// The reference. It adds in double, so that for float rounding is the GPU's alone.
template <typename Real>
double sum_cpu(const std::vector<Real>& x) {
  return sum_by_halves(x.data(), x.size());
}

// The rungs. x, partial and sum point to device memory: n values, partial_size values, one value. x is not changed,
// partial is scratch, *sum is overwritten; n may be 0. A rung does not wait for the device, and throws CudaError if a
// launch fails. Only sum_two_pass adds in the same order every time.
template <typename Real>
void sum_element(const Real* x, std::size_t n, Real* partial, Real* sum);  // an atomic an element
template <typename Real>
void sum_block(const Real* x, std::size_t n, Real* partial, Real* sum);  // an atomic a block
template <typename Real>
void sum_few_blocks(const Real* x, std::size_t n, Real* partial, Real* sum);  // the same with few blocks
template <typename Real>
void sum_two_pass(const Real* x, std::size_t n, Real* partial, Real* sum);  // no atomics, a second launch

inline constexpr std::size_t partial_size = 2048;

template <typename Real>
struct Rung {
  const char* name;
  void (*sum)(const Real* x, std::size_t n, Real* partial, Real* sum);
  std::size_t (*additions_in_a_row)(std::size_t n);  // the most that a value goes through, each of which rounds
};

std::size_t additions_of_element(std::size_t n);
std::size_t additions_of_block(std::size_t n);
std::size_t additions_of_few_blocks(std::size_t n);  // of sum_two_pass too

template <typename Real>
inline constexpr Rung<Real> ladder[] = {
    {"atomic_an_element", sum_element<Real>, additions_of_element},
    {"atomic_a_block", sum_block<Real>, additions_of_block},
    {"few_blocks", sum_few_blocks<Real>, additions_of_few_blocks},
    {"two_pass", sum_two_pass<Real>, additions_of_few_blocks},
};

// Largest relative error of a sum of values that are all positive: one rounding an addition, the reference's included.
template <typename Real>
double error_bound(const Rung<Real>& rung, std::size_t n) {
  const double of_reference = sizeof(Real) == 4 ? 0 : 100;
  return (static_cast<double>(rung.additions_in_a_row(n)) + of_reference) * (sizeof(Real) == 4 ? 0x1p-24 : 0x1p-53);
}

}  // namespace reduction_atomic
