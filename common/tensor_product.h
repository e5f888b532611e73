// Matrix product c = a b in BF16, which tensor cores add in float: shared by the lessons that develop it. Their rungs
// have one signature, and one reference.
#pragma once

#include <cuda_bf16.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <stdexcept>
#include <vector>

#include "common/check.h"
#include "common/parallel.h"
#include "common/product.h"
#include "common/values.h"

namespace tensor_product {

using product::Shape;
using bf16 = __nv_bfloat16;

// A rung. a, b and c are stored by rows in device memory aligned to 16 bytes; any side may be 0. a and b are not
// changed, every element of c is overwritten. The work is enqueued in stream. It throws CudaError if a launch fails,
// std::length_error if no grid can hold the result.
struct Rung {
  const char* name;
  void (*run)(const bf16* a, const bf16* b, bf16* c, Shape shape, cudaStream_t stream);
  Needs needs = {80};
};

// Library products of the same signature; empty if no library is built in (tensor_product_cublas.cu).
inline std::vector<Rung>& peers() {
  static std::vector<Rung> list;
  return list;
}

// The sides as kernels use them: 32-bit arithmetic needs fewer registers. Throws std::length_error for longer ones.
struct Sides {
  int rows, inner, cols;
};
inline Sides sides_of(Shape shape) {
  constexpr std::size_t longest = std::numeric_limits<int>::max() / 2;
  if (std::max({shape.rows, shape.inner, shape.cols}) > longest) throw std::length_error("a side is too long");
  return {static_cast<int>(shape.rows), static_cast<int>(shape.inner), static_cast<int>(shape.cols)};
}

// Do all rows of a, b and c begin at multiples of 16 bytes?
inline bool rows_aligned(Shape shape) {
  return shape.inner % 8 == 0 && shape.cols % 8 == 0;
}

// Answers products without a single multiplication.
inline bool answered(bf16* c, Shape shape, cudaStream_t stream) {
  if (shape.rows == 0 || shape.cols == 0) return true;
  if (shape.inner == 0) check(cudaMemsetAsync(c, 0, shape.rows * shape.cols * sizeof(bf16), stream));
  return shape.inner == 0;
}

// The product in double, and for each element the sum of its terms' magnitudes, which bounds every partial sum.
struct Reference {
  std::vector<double> c, magnitudes;
};
inline Reference multiply_cpu(const std::vector<bf16>& a, const std::vector<bf16>& b, Shape shape) {
  Reference reference = {std::vector<double>(shape.rows * shape.cols), std::vector<double>(shape.rows * shape.cols)};
  const std::vector<float> wide_b(b.begin(), b.end());
  for_parts(shape.rows, 1, [&](std::size_t row, std::size_t end) {
    for (; row < end; ++row) {
      double* const sums = reference.c.data() + row * shape.cols;
      double* const magnitudes = reference.magnitudes.data() + row * shape.cols;
      for (std::size_t k = 0; k < shape.inner; ++k) {
        const double factor = static_cast<float>(a[row * shape.inner + k]);
        const float* const terms = wide_b.data() + k * shape.cols;
        for (std::size_t col = 0; col < shape.cols; ++col) {
          const double term = factor * static_cast<double>(terms[col]);
          sums[col] += term;
          magnitudes[col] += std::abs(term);
        }
      }
    }
  });
  return reference;
}

// What adding may lose of an element, relative to its terms' magnitudes. One step adds 16 products and the sum so far:
// each is cut at 25 bits below the largest exponent, which loses less than 2^-25 of the magnitudes, and the new sum is
// cut to 24 significant bits, 2^-23. (ch24_tensor_cores/number_formats shows it.)
inline double adding_bound(std::size_t inner) {
  const double steps = static_cast<double>((inner + 15) / 16);
  return steps * (17 * 0x1p-25 + 0x1p-23);
}
inline constexpr double rounding_bound = 0x1p-8;  // of a result to BF16, 8 significant bits, relative to itself

// The largest error of an element as a multiple of what it may be: right if it is at most 1, which NaN is not.
inline double worst_share(const std::vector<bf16>& c, const Reference& reference, std::size_t inner) {
  if (c.size() != reference.c.size()) return std::numeric_limits<double>::infinity();
  double share = 0;
  for (std::size_t i = 0; i < c.size(); ++i) {
    const double error = std::abs(static_cast<double>(static_cast<float>(c[i])) - reference.c[i]);
    const double adding = adding_bound(inner) * reference.magnitudes[i];
    const double most = rounding_bound * (std::abs(reference.c[i]) + adding) + adding;
    share = worse(error == 0 ? 0 : error / most, share);
  }
  return share;
}

// ||c - reference|| / ||reference|| can be at most this.
inline double error_bound(const Reference& reference, std::size_t inner) {
  double size = 0, magnitudes = 0;
  for (std::size_t i = 0; i < reference.c.size(); ++i) {
    size += reference.c[i] * reference.c[i];
    magnitudes += reference.magnitudes[i] * reference.magnitudes[i];
  }
  const double adding = size > 0 ? adding_bound(inner) * std::sqrt(magnitudes / size) : 0;
  return rounding_bound * (1 + adding) + adding;
}

// Random elements in [-1, 1).
inline std::vector<bf16> random_elements(std::size_t n, unsigned seed) {
  const std::vector<float> x = random_reals<float>(n, -1, 1, seed);
  std::vector<bf16> elements(n);
  for (std::size_t i = 0; i < n; ++i) elements[i] = __float2bfloat16(x[i]);
  return elements;
}

inline std::vector<double> wide(const std::vector<bf16>& x) {
  std::vector<double> values(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) values[i] = static_cast<float>(x[i]);
  return values;
}

}  // namespace tensor_product
