// Shared by the tests of the lessons on products in BF16.
#pragma once

#include <gtest/gtest.h>

#include <cstring>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "common/owners.h"
#include "common/tensor_product.h"
#include "common/testing.h"

namespace tensor_product {

// Sides around those of tiles, rows that are not a multiple of 16 bytes long, odd sides, none at all.
inline std::vector<Shape> awkward_shapes() {
  return all_or_few<Shape>(
      {
          {0, 0, 0},      {0, 16, 16},   {16, 0, 24},  {16, 16, 0},    {1, 1, 1},      {16, 16, 16},   {17, 15, 33},
          {33, 40, 31},   {64, 64, 64},  {65, 72, 56}, {128, 32, 128}, {129, 31, 127}, {136, 72, 264}, {128, 64, 256},
          {130, 200, 70}, {7, 300, 130}, {257, 8, 9},  {200, 72, 264}, {1, 96, 256},
      },
      {{16, 0, 24}, {33, 40, 31}, {136, 72, 264}, {17, 15, 33}});
}

inline std::string name_of(Shape shape) {
  return std::to_string(shape.rows) + "x" + std::to_string(shape.inner) + "x" + std::to_string(shape.cols);
}

inline std::vector<bf16> whole_elements(std::size_t n, int most, unsigned seed) {
  std::vector<bf16> elements;
  for (const float value : random_integers<float>(n, -most, most, seed)) elements.push_back(__float2bfloat16(value));
  return elements;
}

inline bool same_bits(const std::vector<bf16>& x, const std::vector<bf16>& y) {
  return x.size() == y.size() && std::memcmp(x.data(), y.data(), x.size() * sizeof(bf16)) == 0;
}

// In a stream that does not wait for others.
inline std::vector<bf16> product_of(const Rung& rung, const std::vector<bf16>& a, const std::vector<bf16>& b,
                                    Shape shape) {
  const Guarded<bf16> d_a(a), d_b(b);
  Guarded<bf16> d_c = poisoned<bf16>(shape.rows * shape.cols);
  const Stream stream;
  check(cudaDeviceSynchronize());
  rung.run(d_a.data(), d_b.data(), d_c.data(), shape, stream);
  stream.wait();
  EXPECT_TRUE(same_bits(d_a.to_host(), a)) << "the input was changed";
  EXPECT_TRUE(same_bits(d_b.to_host(), b)) << "the input was changed";
  return d_c.to_host();
}

// Factors of -1, 0 and 1: sums are whole numbers below 256, which BF16 represents, so results are exact. Random ones
// stay within the bound of every element.
inline void expect_products_match_reference(std::span<const Rung> rungs, Shape shape) {
  for (const bool exact : {true, false}) {
    const auto elements = [&](std::size_t n, unsigned seed) {
      return exact ? whole_elements(n, 1, seed) : random_elements(n, seed);
    };
    const std::vector<bf16> a = elements(shape.rows * shape.inner, test_seed());
    const std::vector<bf16> b = elements(shape.inner * shape.cols, test_seed() + 1);
    const Reference reference = multiply_cpu(a, b, shape);
    for (const Rung& rung : rungs) {
      if (!lacking(rung.needs).empty()) continue;  // the program says that it skips it
      SCOPED_TRACE(rung.name);
      const std::vector<bf16> c = product_of(rung, a, b, shape);
      if (exact) {
        EXPECT_EQ(wide(c), reference.c);
      } else {
        EXPECT_LE(worst_share(c, reference, shape.inner), 1);
      }
    }
  }
}

// NaN in the last element of a must reach all of the last row of c and no other: elements outside a matrix count as 0,
// and 0 times NaN would not be 0.
inline void expect_nan_stays_in_its_row(std::span<const Rung> rungs, Shape shape) {
  std::vector<bf16> a(shape.rows * shape.inner, __float2bfloat16(1)), b(shape.inner * shape.cols, __float2bfloat16(1));
  a.back() = __float2bfloat16(std::numeric_limits<float>::quiet_NaN());
  for (const Rung& rung : rungs) {
    if (!lacking(rung.needs).empty()) continue;  // the program says that it skips it
    SCOPED_TRACE(rung.name);
    const std::vector<double> c = wide(product_of(rung, a, b, shape));
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < c.size(); ++i)
      wrong += i / shape.cols == shape.rows - 1 ? c[i] == c[i] : c[i] != static_cast<double>(shape.inner);
    EXPECT_EQ(wrong, 0u);
  }
}

inline void expect_program_answers(const std::string& program, std::span<const Rung> ladder) {
  const Ended right = run_program({program, "--n", "72", "--inner", "40", "--cols", "56", "--repeats", "1", "--peers"});
  EXPECT_EQ(right.status, 0) << right.err;
  for (const Rung& rung : ladder) EXPECT_NE(right.out.find(rung.name), std::string::npos);
  for (const char* n : {"-1", "a", "1e14"}) {
    const Ended wrong = run_program({program, "--n", n});
    EXPECT_EQ(wrong.status, 2);
    EXPECT_EQ(count_lines(wrong.err), 1) << wrong.err;
  }
}

}  // namespace tensor_product
