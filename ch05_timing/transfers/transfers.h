// From how many repeats on does it pay to copy the data to the GPU and the result back?
#pragma once

#include <cstddef>
#include <span>

namespace transfers {

// Device memory for n values of x and of z.
template <typename Real>
struct Space {
  Real *x, *z;
};

// The rungs: z = z + x, so many times. x and z point to n values each in the host's memory; x is not changed, n and
// repeats may be 0. A rung has finished when it returns, and throws CudaError if CUDA reports an error.
template <typename Real>
struct Rung {
  const char* name;
  void (*run)(const Real* x, Real* z, Space<Real> space, std::size_t n, int repeats);
};

template <typename Real>
std::span<const Rung<Real>> ladder();

}  // namespace transfers
