// The adder of a tensor core. One instruction adds its products and the accumulator at once: all of them are aligned to
// the largest exponent among them and cut some bits below it, and the sum is cut to a float, 24 significant bits. So
// nothing is rounded to the nearest, and what is lost depends on the largest term.
//
// NVIDIA does not document it. The constants reproduce 16 errors that were measured on an H100, to 10 %: four formats,
// sums of 512 and of 8192 products, of both signs and of positive numbers. A product of two numbers of 24 bits or fewer
// is exact in double.
#pragma once
#include "emulator/core.hpp"
#include "emulator/integers.hpp"

namespace cuda_emulator {

constexpr int tensor_fraction = 25;     // bits below the largest exponent
constexpr int fp8_group_fraction = 13;  // of wgmma with 8-bit factors
constexpr int tensor_group = 16;        // Hopper's mma.sync takes 8-bit factors as halves, 16 at a time

CUDA_EMULATOR_NOTRACE inline double tensor_power_of_2(int exponent) {
  return __builtin_bit_cast(double, static_cast<uint64>(1023 + exponent) << 52);
}

// The sum before it is cut to the type of the result. If a term is infinite or NaN, what ordinary additions give.
CUDA_EMULATOR_NOTRACE inline double tensor_total(double accumulator, const double* products, int count, int fraction) {
  constexpr uint64 sign = uint64{1} << 63;
  constexpr int infinite = 1024;
  uint64 largest = __builtin_bit_cast(uint64, accumulator) & ~sign;  // sizes are ordered as their bits are
  for (int i = 0; i < count; ++i) {
    const uint64 size = __builtin_bit_cast(uint64, products[i]) & ~sign;
    largest = size > largest ? size : largest;
  }
  if (largest == 0) return accumulator;
  const int exponent = static_cast<int>(largest >> 52) - 1023;
  if (exponent == infinite) {
    for (int i = 0; i < count; ++i) accumulator += products[i];
    return accumulator;
  }
  const double scale = tensor_power_of_2(fraction - exponent);
  auto sum = static_cast<int64>(accumulator * scale);
  for (int i = 0; i < count; ++i) sum += static_cast<int64>(products[i] * scale);
  return static_cast<double>(sum) * tensor_power_of_2(exponent - fraction);
}

// To the next float towards 0.
CUDA_EMULATOR_NOTRACE inline float cut_to_float(double x) {
  const float nearest = static_cast<float>(x);
  const double wide = static_cast<double>(nearest);
  if ((x < 0 ? wide >= x : wide <= x) || __builtin_isinf(nearest) || x != x) return nearest;
  return __builtin_bit_cast(float, __builtin_bit_cast(uint32, nearest) - 1);
}

}  // namespace cuda_emulator
