// A loop of square roots in every thread. A number comes from memory, is worked on a long time, and goes back.
#include "ch05_timing/arithmetic_intensity/arithmetic_intensity.h"

#include "common/check.h"
#include "common/launch.h"

namespace arithmetic_intensity {

constexpr int block_size = 256;

// ---- Rung 1. One element per thread. Every step waits for the one before it: a thread alone would be idle most of the
// time, so the multiprocessor works on its other warps meanwhile. That needs many threads, which is why small n are
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

// ---- Rung 2. Same steps, except that a thread has two elements in hand, half of x apart: two chains of steps that do
// not wait for each other. It does not pay here: other warps fill the gaps already, and half as many threads is a loss.
template <typename Real>
__global__ void count_two_kernel(const Real* x, Real* y, std::size_t n, Real limit) {
  const std::size_t half = (n + 1) / 2;
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  if (i >= half) return;

  const bool second = i + half < n;
  Real a = x[i], b = second ? x[i + half] : limit * limit;  // a second element that is there already
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

template void count_one(const float*, float*, std::size_t, float);
template void count_two(const float*, float*, std::size_t, float);
template void count_one(const double*, double*, std::size_t, double);
template void count_two(const double*, double*, std::size_t, double);

}  // namespace arithmetic_intensity
