// Segmented scan: an array is divided into segments, and each of them is scanned separately, all at once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <type_traits>
#include <vector>

namespace segmented_scan {

using Word = std::uint32_t;
using Flag = std::uint8_t;

// The reference: y[i] is the sum of x[i] and of all words before it in its segment. A segment begins where heads[i] is
// not 0, and at element 0. Sums of words wrap around; others are added in double, and what an addition rounds off is
// taken into the next one (Kahan 1965), so that errors are the GPU's alone.
template <typename T>
std::vector<T> scan_cpu(const std::vector<T>& x, const std::vector<Flag>& heads) {
  using Sum = std::conditional_t<std::is_integral_v<T>, T, double>;
  std::vector<T> y(x.size());
  Sum sum = 0, excess = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (heads[i]) sum = excess = 0;
    const Sum before = sum, added = x[i] - excess;
    sum += added;
    excess = (sum - before) - added;  // 0 for words
    y[i] = static_cast<T>(sum);
  }
  return y;
}

template <typename T>
std::size_t scratch_bytes(std::size_t n);

// The most additions that an element goes through in a sum, if no segment is longer than longest.
inline double one_by_one(std::size_t, std::size_t longest) {
  return static_cast<double>(longest);
}
inline double by_steps(std::size_t, std::size_t) {
  return 64;  // the distance doubles at most this often
}
// 5 steps of a warp, 16 rows, 8 warps, and the tiles before: 5 steps again, and one more for every 32 tiles of 4096.
inline double by_tiles(std::size_t n, std::size_t) {
  return 5 + 16 + 8 + 5 + static_cast<double>(n / (32 * 4096)) + 2;
}

// The rungs, for T = Word, float and double. x, heads, y and scratch point to device memory that does not overlap: n
// values, n flags, n values and scratch_bytes<T>(n) bytes, aligned to 16. x and heads are not changed, y is
// overwritten; n may be 0. The order of additions depends only on n and heads. A rung does not wait for the device, and
// throws CudaError if a launch fails.
template <typename T>
struct Rung {
  const char* name;
  void (*run)(const T* x, const Flag* heads, T* y, std::size_t n, void* scratch);
  double (*additions)(std::size_t n, std::size_t longest);
};

template <typename T>
std::span<const Rung<T>> ladder();

// The largest relative error of a sum of non-negative floating-point numbers: each addition rounds by half an epsilon
// at most, and the quotient covers the terms of second order. 0 for words, which are exact.
template <typename T>
double error_bound(const Rung<T>& rung, std::size_t n, std::size_t longest) {
  if (std::is_integral_v<T>) return 0;
  const double error = (rung.additions(n, longest) + 1) * static_cast<double>(std::numeric_limits<T>::epsilon()) / 2;
  return error < 1 ? error / (1 - error) : 1;
}

}  // namespace segmented_scan
