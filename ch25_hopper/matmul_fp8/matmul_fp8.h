// Matrix product in FP8 (e4m3: 3 bits behind the binary point, an exponent of 4) on Hopper, results in BF16.
#pragma once

#include <cuda_fp8.h>

#include <span>

#include "common/tensor_product.h"

namespace matmul_fp8 {

using tensor_product::bf16;
using tensor_product::Shape;
using e4m3 = __nv_fp8_e4m3;

// A rung. a has rows x inner elements, b cols x inner: each of its columns is contiguous, since wgmma takes factors of
// one byte in no other order. The rest is as for products in BF16. adding_bound: what adding may lose of an element,
// relative to its terms' magnitudes.
struct Rung {
  const char* name;
  void (*run)(const e4m3* a, const e4m3* b, bf16* c, Shape shape, cudaStream_t stream);
  double (*adding_bound)(std::size_t inner);
  Needs needs = {};
};

std::span<const Rung> ladder();

// Library products of the same signature; empty if no library is built in.
inline std::vector<Rung>& peers() {
  static std::vector<Rung> list;
  return list;
}

// ---- What adding loses. One wgmma adds 32 products and the sum so far, each cut at 13 bits behind the binary point of
// the largest of them: less than 2^-13 of the magnitudes each, and once more for the new sum.
inline double one_product(std::size_t inner) {
  return static_cast<double>((inner + 31) / 32) * 34 * 0x1p-13;
}
// Sums of 128 products only are added so; these are then added in float.
inline double in_turns(std::size_t inner) {
  return one_product(std::min<std::size_t>(inner, 128)) + static_cast<double>(inner / 128 + 1) * 0x1p-24;
}

// ---- The reference, for some rows of a.
inline tensor_product::Reference multiply_cpu(const std::vector<e4m3>& a, const std::vector<e4m3>& b, Shape shape) {
  const auto wide = [](const std::vector<e4m3>& x) { return std::vector<float>(x.begin(), x.end()); };
  const std::vector<float> wide_a = wide(a), wide_b = wide(b);
  tensor_product::Reference r = {std::vector<double>(shape.rows * shape.cols),
                                 std::vector<double>(shape.rows * shape.cols)};
  for_parts(shape.cols, 1, [&](std::size_t col, std::size_t end) {
    for (; col < end; ++col) {
      for (std::size_t row = 0; row < shape.rows; ++row) {
        double sum = 0, magnitude = 0;
        for (std::size_t k = 0; k < shape.inner; ++k) {
          const double term = double{wide_a[row * shape.inner + k]} * double{wide_b[col * shape.inner + k]};
          sum += term;
          magnitude += std::abs(term);
        }
        r.c[row * shape.cols + col] = sum;
        r.magnitudes[row * shape.cols + col] = magnitude;
      }
    }
  });
  return r;
}

// The largest error of an element as a multiple of what it may be: right if it is at most 1, which NaN is not.
inline double worst_share(const std::vector<double>& c, const tensor_product::Reference& reference,
                          double adding_bound) {
  double share = c.size() == reference.c.size() ? 0 : std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < c.size(); ++i) {
    const double error = std::abs(c[i] - reference.c[i]), adding = adding_bound * reference.magnitudes[i];
    const double most = tensor_product::rounding_bound * (std::abs(reference.c[i]) + adding) + adding;
    share = worse(error == 0 ? 0 : error / most, share);
  }
  return share;
}

inline std::vector<e4m3> random_elements(std::size_t n, unsigned seed) {
  const std::vector<float> x = random_reals<float>(n, -1, 1, seed);
  return {x.begin(), x.end()};
}

}  // namespace matmul_fp8
