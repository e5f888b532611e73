// BF16 on the host: random elements, and errors against the reference.
#pragma once

#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include "ch17_cublas/gemm_fused/gemm_fused.h"
#include "common/values.h"

namespace gemm_fused {

inline std::vector<Element> random_elements(std::size_t n, unsigned seed) {
  std::vector<Element> elements;
  elements.reserve(n);
  for (const float value : random_reals<float>(n, -1, 1, seed)) elements.push_back(__float2bfloat16(value));
  return elements;
}

inline std::vector<double> wide(const std::vector<Element>& elements) {
  std::vector<double> numbers;
  numbers.reserve(elements.size());
  for (const Element element : elements) numbers.push_back(__bfloat162float(element));
  return numbers;
}

// The largest |y - expected| / magnitudes; infinite if the sizes differ, NaN if an element is.
inline double error_of(const std::vector<Element>& y, const Reference& reference) {
  if (y.size() != reference.y.size()) return std::numeric_limits<double>::infinity();
  double error = 0;
  for (std::size_t i = 0; i < y.size(); ++i) {
    const double value = __bfloat162float(y[i]), expected = reference.y[i];
    error = worse(value == expected ? 0 : std::abs(value - expected) / reference.magnitudes[i], error);
  }
  return error;
}

}  // namespace gemm_fused
