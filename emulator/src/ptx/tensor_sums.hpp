// The adder of a tensor core (emulator/tensor_adder.hpp) for eight columns of B at once, which compilers turn into
// vector instructions. Its loops over columns are unrolled here: with -O1, which compiles in two thirds of the time,
// g++ would keep the columns in memory, and products would take a fifth longer than with -O3.
#pragma once
#include <cmath>
#include <cstdint>
#include <cstring>

#include "emulator/tensor_adder.hpp"

namespace cuda_emulator {

constexpr int tensor_columns = 8, most_tensor_products = 32;

inline bool is_finite(double x) {
  std::uint64_t bits;
  std::memcpy(&bits, &x, sizeof bits);
  return (bits >> 52 & 0x7ff) != 0x7ff;
}

// For compilers: what a loop over eight numbers does not always become.
using Two = double __attribute__((vector_size(16)));
using TwoSizes = std::int64_t __attribute__((vector_size(16)));
using TwoInts = std::int32_t __attribute__((vector_size(8)));
constexpr int pairs = tensor_columns / 2;

inline Two two_at(const double* x) {
  Two two;
  std::memcpy(&two, x, sizeof two);
  return two;
}
inline Two size_of(Two x) {
  return reinterpret_cast<Two>(reinterpret_cast<TwoSizes>(x) & 0x7fffffffffffffff);
}

// sums[c] becomes tensor_total of it and the products of row[k] and b[k][c]. No factor is infinite or NaN. An aligned
// term has at most tensor_fraction + 1 bits, so an int holds as many as there are.
inline void tensor_totals(double* __restrict sums, const double* row, const double (*b)[tensor_columns], int count,
                          int fraction) {
  static_assert((tensor_group + 1) << (tensor_fraction + 1) > 0);
  Two products[most_tensor_products][pairs], largest[pairs], scale[pairs] = {};
#pragma GCC unroll 8
  for (int c = 0; c < pairs; ++c) largest[c] = size_of(two_at(sums + 2 * c));
  for (int k = 0; k < count; ++k) {
    const Two factor = {row[k], row[k]};
#pragma GCC unroll 8
    for (int c = 0; c < pairs; ++c) {
      products[k][c] = factor * two_at(&b[k][2 * c]);
      const Two size = size_of(products[k][c]);
      largest[c] = size > largest[c] ? size : largest[c];
    }
  }
  int exponent[tensor_columns];
#pragma GCC unroll 8
  for (int c = 0; c < tensor_columns; ++c) {
    exponent[c] = static_cast<int>(reinterpret_cast<TwoSizes>(largest[c / 2])[c % 2] >> 52) - 1023;
    const bool finite = exponent[c] != 1024;
    scale[c / 2][c % 2] = largest[c / 2][c % 2] == 0 || !finite ? 0 : tensor_power_of_2(fraction - exponent[c]);
  }
  TwoInts total[pairs] = {};
  for (int k = 0; k < count; ++k) {
#pragma GCC unroll 8
    for (int c = 0; c < pairs; ++c) total[c] += __builtin_convertvector(products[k][c] * scale[c], TwoInts);
  }
#pragma GCC unroll 8
  for (int c = 0; c < tensor_columns; ++c) {
    const double by = scale[c / 2][c % 2];
    // Finite terms change neither an infinite sum nor NaN, and zeros no sum.
    if (by == 0) continue;
    sums[c] = (total[c / 2][c % 2] + static_cast<int>(sums[c] * by)) * tensor_power_of_2(exponent[c] - fraction);
  }
}

}  // namespace cuda_emulator
