// Comparing results with a reference. For NaN every function here returns NaN, infinity or false, never "equal".
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

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
