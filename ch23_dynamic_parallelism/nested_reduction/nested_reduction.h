// The sum of an array, folded in halves: by a loop in a block, by launches of the host, by launches of kernels. The
// additions are the same every time, so the difference is the cost of the launches.
#pragma once

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

namespace nested_reduction {

inline constexpr int tile = 512;  // elements that a block folds

inline std::int64_t sum_cpu(const std::vector<int>& x) {
  return std::accumulate(x.begin(), x.end(), std::int64_t{0});
}

inline std::size_t tiles_of(std::size_t n) {
  return (n + tile - 1) / tile;
}

// The rungs. x, work, sum and refused point to device memory: n values, tiles_of(n) * tile values, one value, one
// value. x is not changed and work is scratch; *sum is overwritten; the number of refused launches by kernels is added
// to *refused (cudaErrorLaunchPendingCountExceeded): their work is done nevertheless. n may be 0. A rung does not wait
// for the device, and throws CudaError if a launch by the host fails.
struct Rung {
  const char* name;
  void (*run)(const int* x, int* work, std::int64_t* sum, int* refused, std::size_t n);
  std::size_t (*launches)(std::size_t n);  // that block_loop does not make
};

std::span<const Rung> ladder();

// Sets the limit of pending launches by kernels (2048 unless this is called). Throws CudaError.
void allow_pending_launches(std::size_t count);

}  // namespace nested_reduction
