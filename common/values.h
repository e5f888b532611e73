// The inputs of lessons and tests, and the errors of results.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <type_traits>
#include <vector>

// ---- Seeded random data: the same seed gives the same data on every machine (the generators and the maps to values
// are our own arithmetic on std::mt19937_64, whose sequence the standard defines; it does not define its
// distributions).

// Random 64-bit numbers, one for every index below n, a block at a time: calls use(first, bits), where bits[k] belongs
// to index first + k, by several threads at once. Each 2^20 numbers have a separate engine, for any number of threads.
void for_random_blocks(std::size_t n, unsigned seed,
                       const std::function<void(std::size_t first, const std::vector<std::uint64_t>& bits)>& use);

// The same number by number: calls use(i, bits) for every i below n.
template <typename Use>
void for_random_bits(std::size_t n, unsigned seed, const Use& use) {
  for_random_blocks(n, seed, [&use](std::size_t first, const std::vector<std::uint64_t>& bits) {
    for (std::size_t k = 0; k < bits.size(); ++k) use(first + k, bits[k]);
  });
}

// Reals in [low, high).
template <typename Real>
std::vector<Real> random_reals(std::size_t n, Real low, Real high, unsigned seed) {
  static_assert(std::is_floating_point_v<Real>);
  std::vector<Real> x(n);
  for_random_bits(n, seed, [&](std::size_t i, std::uint64_t bits) {
    const double unit = static_cast<double>(bits >> 11) * 0x1p-53;
    const Real v = static_cast<Real>(low + (static_cast<double>(high) - low) * unit);
    x[i] = v >= high ? low : v;  // rounding to float can give high
  });
  return x;
}

// Integers from low to high, both included. In floating point: sums of them are exact in any order.
template <typename T>
std::vector<T> random_integers(std::size_t n, std::int64_t low, std::int64_t high, unsigned seed) {
  const std::uint64_t range = static_cast<std::uint64_t>(high - low) + 1;  // 0 means 2^64
  std::vector<T> x(n);
  for_random_bits(n, seed, [&](std::size_t i, std::uint64_t bits) {
    const std::uint64_t value = static_cast<std::uint64_t>(low) + (range == 0 ? bits : bits % range);
    x[i] = static_cast<T>(static_cast<std::int64_t>(value));  // unsigned until here: the sum may wrap around
  });
  return x;
}

// Odd integers from -15 to 15. Their sum is exact in any order and type as long as no part of it reaches 2^24, which
// sums of both signs do not, and every lost element changes it.
template <typename Real>
std::vector<Real> random_odd_integers(std::size_t n, unsigned seed) {
  std::vector<Real> x = random_integers<Real>(n, -8, 7, seed);
  for (Real& v : x) v = 2 * v + 1;
  return x;
}

// ---- Comparing results with a reference. For NaN every function here returns NaN, infinity or false, never "equal".

// |value - expected| / |expected|. 0 if both are the same number (0 and infinity included), infinity if only expected
// is 0; NaN if either is NaN.
inline double relative_error(double value, double expected) {
  if (value == expected) return 0;
  return std::abs(value - expected) / std::abs(expected);
}

// True if value is within tolerance of expected (absolute). False for NaN.
inline bool within(double value, double expected, double tolerance) {
  return value == expected || std::abs(value - expected) <= tolerance;
}

// The larger of two errors, where NaN counts as larger than any number.
inline double worse(double a, double b) {
  return std::isnan(a) || a > b ? a : b;
}

// The largest relative error of any element; infinity if the sizes differ.
template <typename T, typename U>
double max_relative_error(const std::vector<T>& values, const std::vector<U>& expected) {
  if (values.size() != expected.size()) return std::numeric_limits<double>::infinity();
  double error = 0;
  for (std::size_t i = 0; i < values.size(); ++i)
    error = worse(relative_error(static_cast<double>(values[i]), static_cast<double>(expected[i])), error);
  return error;
}

// The largest |values[i] - expected[i]|; infinity if the sizes differ.
template <typename T, typename U>
double max_absolute_error(const std::vector<T>& values, const std::vector<U>& expected) {
  if (values.size() != expected.size()) return std::numeric_limits<double>::infinity();
  double error = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double value = static_cast<double>(values[i]), reference = static_cast<double>(expected[i]);
    error = worse(value == reference ? 0 : std::abs(value - reference), error);
  }
  return error;
}

// ||values - expected|| / ||expected|| in the 2-norm: one figure for a matrix product. 0 for two empty arrays.
template <typename T, typename U>
double norm_error(const std::vector<T>& values, const std::vector<U>& expected) {
  if (values.size() != expected.size()) return std::numeric_limits<double>::infinity();
  double difference = 0, size = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double d = static_cast<double>(values[i]) - static_cast<double>(expected[i]);
    difference += d * d;
    size += static_cast<double>(expected[i]) * static_cast<double>(expected[i]);
  }
  return difference == 0 ? 0 : std::sqrt(difference / size);
}

// The number of elements that differ from the reference, for exact results. If the sizes differ, all count as wrong.
template <typename T>
double mismatches(const std::vector<T>& values, const std::vector<T>& expected) {
  if (values.size() != expected.size()) return static_cast<double>(std::numeric_limits<std::size_t>::max());
  std::size_t count = 0;
  for (std::size_t i = 0; i < values.size(); ++i)
    if (!(values[i] == expected[i])) ++count;
  return static_cast<double>(count);
}

// How many floats lie between value and expected (the correctly rounded result), as a fraction of the spacing of
// floats at expected: 0.5 is the best that rounding can do. expected is given in double. Infinity for NaN on one side.
inline double ulp_error(float value, double expected) {
  if (std::isnan(value) && std::isnan(expected)) return 0;
  const float nearest = static_cast<float>(expected);
  if (value == nearest && (std::isinf(nearest) || nearest == 0)) return 0;
  if (!std::isfinite(value) || !std::isfinite(nearest)) return std::numeric_limits<double>::infinity();
  const float size = std::abs(nearest);
  const double spacing =
      static_cast<double>(std::nextafter(size, std::numeric_limits<float>::infinity())) - static_cast<double>(size);
  return std::abs(static_cast<double>(value) - expected) / spacing;
}
