// Sum of an array. Each rung of the ladder removes one cost of the rung before it.
#pragma once

#include <cstddef>
#include <numeric>
#include <vector>

namespace reduction {

// The reference. It adds in double, so that rounding is the GPU's alone.
template <typename Real>
double sum_cpu(const std::vector<Real>& x) {
  return std::accumulate(x.begin(), x.end(), 0.0);
}

// The rungs. x, partial and sum point to device memory: n values at a multiple of 16 bytes, partial_size(n) values, one
// value. x is not changed, partial is scratch, *sum is overwritten; n may be 0. A rung does not wait for the device,
// and throws CudaError if a launch fails.
template <typename Real>
void sum_global(const Real* x, std::size_t n, Real* partial, Real* sum);  // fold in global memory
template <typename Real>
void sum_shared(const Real* x, std::size_t n, Real* partial, Real* sum);  // fold in shared memory
template <typename Real>
void sum_dynamic(const Real* x, std::size_t n, Real* partial, Real* sum);  // the launch says how much shared memory
template <typename Real>
void sum_several(const Real* x, std::size_t n, Real* partial, Real* sum);  // add several elements, then fold
template <typename Real>
void sum_wide(const Real* x, std::size_t n, Real* partial, Real* sum);  // 64 bytes in flight a thread

std::size_t partial_size(std::size_t n);

template <typename Real>
struct Rung {
  const char* name;
  void (*sum)(const Real* x, std::size_t n, Real* partial, Real* sum);
};

template <typename Real>
inline constexpr Rung<Real> ladder[] = {
    {"global", sum_global<Real>},   {"shared", sum_shared<Real>}, {"dynamic", sum_dynamic<Real>},
    {"several", sum_several<Real>}, {"wide", sum_wide<Real>},
};

// Library sums of the same signature, filled by peers.cu where the library is.
template <typename Real>
std::vector<Rung<Real>>& peers() {
  static std::vector<Rung<Real>> list;
  return list;
}

}  // namespace reduction
