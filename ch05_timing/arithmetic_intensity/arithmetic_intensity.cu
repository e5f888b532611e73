// Every thread has a loop of square roots: it loads one value, uses it for many operations, and stores it.
#include "ch05_timing/arithmetic_intensity/arithmetic_intensity.h"

#include "common/check.h"

namespace arithmetic_intensity {
namespace {

constexpr int block_size = 256;

// ---- Rung 1. One element per thread. Each step depends on the step before it: a single thread would be idle most
// of the time, so the multiprocessor switches to other warps meanwhile. This needs many threads, and makes small n
// slow.
template <typename Real>
__global__ void count_one_kernel(const Real* x, Real* y, std::size_t n, Real limit) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  if (i >= n) return;

  Real value = x[i];
  while (sqrt(value) < limit) value += 1;
  y[i] = value;
}

template <typename Real>
void count_one(const Real* x, Real* y, std::size_t n, Real limit) {
  count_one_kernel<<<blocks_for(n, block_size), block_size>>>(x, y, n, limit);
  check(cudaGetLastError());
}

// ---- Rung 2. Same steps, except that a thread computes two elements, half of x apart: two independent chains of
// steps. With few roots, where memory is the limit, this takes less time. With many it does not help: other warps
// already hide the latency.
template <typename Real>
__global__ void count_two_kernel(const Real* x, Real* y, std::size_t n, Real limit) {
  const std::size_t half = (n + 1) / 2;
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  if (i >= half) return;

  const bool second = i + half < n;
  Real a = x[i], b = second ? x[i + half] : limit * limit;  // no second element: one that is done at once
  bool more = true;
  while (more) {
    const bool step_a = sqrt(a) < limit, step_b = sqrt(b) < limit;
    if (step_a) a += 1;
    if (step_b) b += 1;
    more = step_a || step_b;
  }
  y[i] = a;
  if (second) y[i + half] = b;
}

template <typename Real>
void count_two(const Real* x, Real* y, std::size_t n, Real limit) {
  count_two_kernel<<<blocks_for((n + 1) / 2, block_size), block_size>>>(x, y, n, limit);
  check(cudaGetLastError());
}

}  // namespace

template <typename Real>
std::span<const Rung<Real>> ladder() {
  static constexpr Rung<Real> rungs[] = {
      {"one", count_one<Real>},  // one element per thread
      {"two", count_two<Real>},  // two elements per thread: independent chains
  };
  return rungs;
}
template std::span<const Rung<float>> ladder();
template std::span<const Rung<double>> ladder();

}  // namespace arithmetic_intensity
