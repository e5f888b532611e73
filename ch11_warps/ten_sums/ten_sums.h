// Ten sums of the same numbers on the device, from chapters 9 to 11, and two on the host: the time until the host has
// each sum, and its value.
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <span>

namespace ten_sums {

inline constexpr int block_size = 256;
inline constexpr int folds = 8;              // of a block: log2(block_size)
inline constexpr int strided_blocks = 1024;  // at most, of the rungs strided, two_launches and static_memory

inline std::size_t blocks_of(std::size_t n) {
  return n == 0 ? 1 : (n - 1) / block_size + 1;
}

// The rungs. h_x and x hold the same n values, in host and in device memory; scratch points to as many values in device
// memory as the rung's member says; n may be 0. x is not changed. A rung returns the sum: it waits for the device.
// Throws CudaError.
template <typename Real>
struct Rung {
  const char* name;
  Real (*run)(const Real* h_x, const Real* x, Real* scratch, std::size_t n);
  double (*additions)(std::size_t n);     // the most additions that an element goes through
  std::size_t (*scratch)(std::size_t n);  // values
};

inline std::size_t nothing(std::size_t) {
  return 0;
}
inline std::size_t one_value(std::size_t) {
  return 1;
}
inline std::size_t few_values(std::size_t) {
  return strided_blocks + 1;
}
inline std::size_t a_value_per_block(std::size_t n) {
  return blocks_of(n);
}
inline std::size_t a_copy_and_blocks(std::size_t n) {
  return n + blocks_of(n);
}

inline double one_by_one(std::size_t n) {
  return static_cast<double>(n);
}
inline double by_blocks(std::size_t n) {
  return folds + static_cast<double>(blocks_of(n));  // adding the blocks' sums is serial
}
inline double by_strides(std::size_t n) {
  return static_cast<double>(n) / (strided_blocks * block_size) + 1 + folds + strided_blocks;
}
inline double by_two_launches(std::size_t n) {
  return static_cast<double>(n) / (strided_blocks * block_size) + 1 + folds + strided_blocks / block_size + 1 + folds;
}
// Two roundings, and a second-order term for each number: how Kahan's sum is usually bounded.
template <typename Real>
double compensated(std::size_t n) {
  return 2 + 2 * static_cast<double>(n) * std::numeric_limits<Real>::epsilon();
}

template <typename Real>
std::span<const Rung<Real>> ladder();

// The largest relative error of a sum of non-negative numbers: each addition rounds by half an epsilon at
// most.
template <typename Real>
double error_bound(const Rung<Real>& rung, std::size_t n) {
  const double error = rung.additions(n) * std::numeric_limits<Real>::epsilon() / 2;
  return error < 1 ? error / (1 - error) : 1;
}

}  // namespace ten_sums
