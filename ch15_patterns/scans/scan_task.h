// Scan: y[i] is the sum of x[0] to x[i] (inclusive), or of x[0] to x[i - 1] (exclusive). The reference, and a list for
// the results of libraries.
#pragma once

#include <cstddef>
#include <type_traits>
#include <vector>

namespace scan {

enum class Kind { exclusive, inclusive };

// The type in which the reference adds. Integers are unsigned and wrap around; in the two's complement that CUDA and
// C++20 use, an int array gives the same bits.
template <typename T>
using Sum = std::conditional_t<std::is_floating_point_v<T>, double, T>;

// The reference. The rounding error of an addition of reals is added to the next one, so that errors are the GPU's.
template <typename T>
std::vector<Sum<T>> scan_cpu(const std::vector<T>& x, Kind kind) {
  std::vector<Sum<T>> y(x.size());
  Sum<T> sum = 0, excess = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const Sum<T> before = sum, added = x[i] - excess;
    sum += added;
    excess = (sum - before) - added;  // 0 for integers
    y[i] = kind == Kind::inclusive ? sum : before;
  }
  return y;
}

// A library's scan of n values in device memory; it has its own scratch.
template <typename T>
struct Peer {
  const char* name;
  void (*run)(const T* x, T* y, std::size_t n, Kind kind);
};

// Empty if no library is compiled in.
template <typename T>
std::vector<Peer<T>>& peers() {
  static std::vector<Peer<T>> list;
  return list;
}

}  // namespace scan
