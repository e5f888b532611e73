// How many threads should a block have? What fits on a multiprocessor for each size, and the time of one kernel.
#pragma once

#include <cstddef>
#include <vector>

namespace block_sizes {

// The reference.
template <typename Real>
std::vector<Real> add_cpu(const std::vector<Real>& x, const std::vector<Real>& y) {
  std::vector<Real> z(x.size());
  for (std::size_t i = 0; i < z.size(); ++i) z[i] = x[i] + y[i];
  return z;
}

// The sizes that are compared, in threads. 100 is not a multiple of the 32 threads of a warp.
inline constexpr int sizes[] = {32, 64, 96, 100, 128, 192, 256, 384, 512, 640, 768, 1024};

// Adds with blocks of this many threads. x, y and z point to device memory, n values each; x and y are not changed, z
// is overwritten; n may be 0. It does not wait for the device, and throws CudaError if the launch fails.
template <typename Real>
void add(const Real* x, const Real* y, Real* z, std::size_t n, int threads);

// How many blocks of this size are on a multiprocessor at once, and how full it is then.
struct Resident {
  int blocks;
  const char* limit;  // the resource that runs out first
  double occupancy;   // resident warps / the most warps that there can be
  double lanes;       // threads of a block / lanes of its warps
};

template <typename Real>
Resident resident(int threads);

}  // namespace block_sizes
