// Shared by the tests of the three matmul lessons. Small integers in floating point: every order of adding the products
// gives the same sums, so the tests are exact.
#pragma once

#include <gtest/gtest.h>

#include <limits>
#include <ostream>
#include <span>
#include <string>
#include <vector>

#include "common/check.h"
#include "common/owners.h"
#include "common/product.h"
#include "common/testing.h"
#include "common/values.h"

namespace product {

// Around the sides of all lessons' tiles (16, 32, 64, 128, 256; depths 8 and 16), rows that start anywhere, no rows.
inline std::vector<Shape> awkward_shapes() {
  return all_or_few<Shape>(
      {
          {0, 0, 0},      {0, 3, 5},      {3, 0, 5},    {3, 5, 0},      {1, 1, 1},      {1, 40, 1},
          {33, 1, 31},    {16, 16, 16},   {31, 33, 32}, {64, 8, 64},    {65, 7, 63},    {128, 8, 128},
          {128, 16, 256}, {127, 17, 255}, {129, 15, 4}, {128, 64, 256}, {129, 65, 257}, {130, 70, 260},
          {256, 32, 512}, {1, 300, 300},  {300, 20, 1}, {0, 32, 256},   {128, 32, 0},
      },
      {{0, 3, 5}, {3, 0, 5}, {31, 33, 32}, {128, 64, 256}, {65, 17, 129}});
}

inline std::string name_of(Shape shape) {
  return std::to_string(shape.rows) + "x" + std::to_string(shape.inner) + "x" + std::to_string(shape.cols);
}

template <typename Real>
void expect_products_match_reference(std::span<const Rung<Real>> ladder, Shape shape) {
  const std::vector<Real> a = random_integers<Real>(shape.rows * shape.inner, -9, 9, test_seed());
  const std::vector<Real> b = random_integers<Real>(shape.inner * shape.cols, -9, 9, test_seed() + 1);
  const std::vector<Real> expected = multiply_cpu(a, b, shape);
  const Guarded<Real> d_a(a), d_b(b);
  for (const Rung<Real>& rung : ladder) {
    if (!lacking(rung.needs).empty()) continue;  // the program says that it skips it
    SCOPED_TRACE(rung.name);
    Guarded<Real> d_c = poisoned<Real>(shape.rows * shape.cols);

    rung.run(d_a.data(), d_b.data(), d_c.data(), shape);

    EXPECT_EQ(d_c.to_host(), expected);
    EXPECT_EQ(d_a.to_host(), a) << "the input was changed";
    EXPECT_EQ(d_b.to_host(), b) << "the input was changed";
  }
}

inline void expect_peers_match_reference() {
  if (peers<float>().empty()) GTEST_SKIP() << "no library here to compare with";
  for (const Shape shape : all_or_few<Shape>({{1, 1, 1}, {31, 33, 32}, {129, 65, 257}}, {{31, 33, 32}})) {
    expect_products_match_reference<float>(peers<float>(), shape);
    expect_products_match_reference<double>(peers<double>(), shape);
  }
}

// NaN in one element of a must reach all of one row of c and no other: elements outside a matrix count as 0, and 0
// times NaN would not be 0.
inline void expect_nan_stays_in_its_row(std::span<const Rung<float>> ladder, Shape shape) {
  std::vector<float> a(shape.rows * shape.inner, 1.0f), b(shape.inner * shape.cols, 1.0f);
  const std::size_t row = shape.rows - 1;
  a.back() = std::numeric_limits<float>::quiet_NaN();
  const Guarded<float> d_a(a), d_b(b);
  for (const Rung<float>& rung : ladder) {
    if (!lacking(rung.needs).empty()) continue;  // the program says that it skips it
    SCOPED_TRACE(rung.name);
    Guarded<float> d_c = poisoned<float>(shape.rows * shape.cols);

    rung.run(d_a.data(), d_b.data(), d_c.data(), shape);

    const std::vector<float> c = d_c.to_host();
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < c.size(); ++i)
      wrong += i / shape.cols == row ? c[i] == c[i] : c[i] != static_cast<float>(shape.inner);
    EXPECT_EQ(wrong, 0u);
  }
}

inline void expect_program_answers(const std::string& program, std::span<const Rung<float>> ladder) {
  const Ended right = run_program({program, "--n", "70", "--inner", "33", "--cols", "41", "--repeats", "1"});
  EXPECT_EQ(right.status, 0) << right.err;
  for (const Rung<float>& rung : ladder) EXPECT_NE(right.out.find(rung.name), std::string::npos);

  for (const char* n : {"-1", "a", "1e14"}) {
    const Ended wrong = run_program({program, "--n", n});
    EXPECT_EQ(wrong.status, 2);
    EXPECT_EQ(count_lines(wrong.err), 1) << wrong.err;
  }
}

}  // namespace product
