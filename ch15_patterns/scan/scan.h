// Scan: y[i] is the sum of x[0] to x[i] (inclusive), or of x[0] to x[i - 1] (exclusive). Each rung removes one cost of
// the rung before it. ch15_patterns/scan_single_pass goes on from here.
#pragma once

#include <cstddef>
#include <type_traits>
#include <vector>

namespace scan {

enum class Kind { exclusive, inclusive };

// What the reference adds in. Whole numbers are unsigned and wrap around; in the two's complement that CUDA and C++20
// use, an int array gives the same bits.
template <typename T>
using Sum = std::conditional_t<std::is_floating_point_v<T>, double, T>;

// The reference. What an addition of reals rounds off is taken into the next one, so that errors are the GPU's alone.
template <typename T>
std::vector<Sum<T>> scan_cpu(const std::vector<T>& x, Kind kind) {
  std::vector<Sum<T>> y(x.size());
  Sum<T> sum = 0, excess = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const Sum<T> before = sum, added = x[i] - excess;
    sum += added;
    excess = (sum - before) - added;  // 0 for whole numbers
    y[i] = kind == Kind::inclusive ? sum : before;
  }
  return y;
}

// The rungs. x, y and scratch point to device memory that does not overlap: n values, n values, scratch_size(n) values.
// x is not changed; n may be 0. Floating-point sums are added in an order that n alone decides: they are the same in
// every run. A rung does not wait for the device, and throws CudaError if a launch fails.
template <typename T>
void naive(const T* x, std::size_t n, Kind kind, T* y, T* scratch);  // log2(n) steps through global memory
template <typename T>
void blelloch(const T* x, std::size_t n, Kind kind, T* y, T* scratch);  // trees in shared memory, then a scan of totals
template <typename T>
void conflict_free(const T* x, std::size_t n, Kind kind, T* y, T* scratch);  // the same, without bank conflicts
template <typename T>
void three_phase(const T* x, std::size_t n, Kind kind, T* y,
                 T* scratch);  // sum tiles, scan totals, scan tiles; y may be x

// naive copies the array once; the tree rungs keep n / 512 totals, 512 times fewer of those totals, and so on: one more
// a level for the tile that is not full.
constexpr std::size_t scratch_size(std::size_t n) {
  return n + 8;
}

template <typename T>
struct Rung {
  const char* name;
  void (*scan)(const T* x, std::size_t n, Kind kind, T* y, T* scratch);
};

template <typename T>
inline constexpr Rung<T> ladder[] = {
    {"naive", naive<T>},
    {"blelloch", blelloch<T>},
    {"conflict_free", conflict_free<T>},
    {"three_phase", three_phase<T>},
};

// A relative error that no rung exceeds for x >= 0 and fewer than 2^32 elements. On its way into y[i] an element passes
// at most this many additions: naive 32; blelloch 18 in the tree of each of four levels, and one between levels;
// three_phase 5 + 16 + 8 in a tile, the same in the tile of totals, and one for each of 256 tiles of totals. Each
// addition rounds by at most half an epsilon; what is left of the bound covers the terms of second order.
template <typename T>
constexpr double error_bound = std::is_floating_point_v<T> ? 320 * (sizeof(T) == 4 ? 0x1p-24 : 0x1p-53) * 1.001 : 0;

// Library rungs of the same signature; empty where no library is compiled in.
template <typename T>
std::vector<Rung<T>>& peers() {
  static std::vector<Rung<T>> list;
  return list;
}

}  // namespace scan
