// Sum of an array. Each rung of the ladder removes one cost of the rung before it.
//
// The ladder continues in other chapters. Read it in this order; each file starts where the one before it ends:
//   1. ch09_shared/reduction/reduction.cu                 a block folds 256 values, in global and in shared memory;
//                                                         several values per thread before the fold, 16 bytes per load
//   2. ch10_atomics/reduction_atomic/reduction_atomic.cu  one launch: the blocks' sums are added by atomics
//   3. ch11_warps/reduction_warp/reduction_warp.cu        the fold again: divergence, unrolling, the last warp alone
//   4. ch11_warps/reduction_shuffle/reduction_shuffle.cu  warps fold in registers
//   5. ch11_warps/reduction_fast/reduction_fast.cu        one launch, and as many bytes in flight as memory needs
// Ten of these sums are compared, with their printed results, in ch11_warps/ten_sums.
#pragma once

#include <cstddef>
#include <numeric>
#include <span>
#include <vector>

namespace reduction {

constexpr int block_size = 256;

// The reference. It adds in double, so that all rounding errors are the GPU's.
template <typename Real>
double sum_cpu(const std::vector<Real>& x) {
  return std::accumulate(x.begin(), x.end(), 0.0);
}

std::size_t partial_size(std::size_t n);

// The rungs. x, partial and sum point to device memory: n values at a multiple of 16 bytes, partial_size(n) values, one
// value. x is not changed, partial is scratch, *sum is overwritten; n may be 0. A rung does not wait for the device,
// and throws CudaError if a launch fails.
template <typename Real>
struct Rung {
  const char* name;
  void (*run)(const Real* x, Real* partial, Real* sum, std::size_t n);
};

template <typename Real>
std::span<const Rung<Real>> ladder();

// Library sums of the same signature, filled by peers.cu where the library is.
template <typename Real>
std::vector<Rung<Real>>& peers() {
  static std::vector<Rung<Real>> list;
  return list;
}

}  // namespace reduction
