// Shared by the lessons on sums: the reference, and the form of their ladders.
#pragma once

#include <cstddef>
#include <numeric>
#include <vector>

namespace sum {

// The sum of n values, by halves: no value goes through more than 64 + log2(n / 64) additions, fewer than 100; adding
// 10^8 of them one after another would lose the 13th digit.
template <typename Real>
double by_halves(const Real* x, std::size_t n) {
  if (n <= 64) return std::accumulate(x, x + n, 0.0);
  return by_halves(x, n / 2) + by_halves(x + n / 2, n - n / 2);
}

// The reference. It adds in double, so that for float all rounding errors are the GPU's.
template <typename Real>
double run_cpu(const std::vector<Real>& x) {
  return by_halves(x.data(), x.size());
}

// x, partial and sum point to device memory: n values, the number that the lesson defines, one value. x is not changed,
// partial is scratch, *sum is overwritten; n may be 0. A rung does not wait for the device, and throws CudaError if a
// launch fails.
template <typename Real>
struct Rung {
  const char* name;
  void (*run)(const Real* x, Real* partial, Real* sum, std::size_t n);
};

}  // namespace sum
