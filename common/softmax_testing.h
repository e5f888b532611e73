// Shared by the tests of the softmax lessons.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <span>
#include <string>
#include <vector>

#include "common/owners.h"
#include "common/softmax.h"
#include "common/testing.h"
#include "common/values.h"

namespace softmax {

inline std::vector<float> softmax_of(const Rung& rung, const std::vector<float>& x, Shape shape) {
  const Guarded<float> d_x(x);
  Guarded<float> d_y = poisoned<float>(x.size());
  const Stream stream;
  check(cudaDeviceSynchronize());
  rung.run(d_x.data(), d_y.data(), shape, stream);
  stream.wait();
  const std::vector<float> after = d_x.to_host();
  EXPECT_EQ(std::memcmp(after.data(), x.data(), x.size() * sizeof(float)), 0) << "the input was changed";
  return d_y.to_host();
}

// Rows that differ in size by far: a maximum of another row, or none, overflows or gives 0. Some elements are
// -infinity; the first one of a row, too.
inline void expect_softmax_matches_reference(std::span<const Rung> rungs, Shape shape) {
  constexpr float range = 16;
  std::vector<float> x = random_reals<float>(shape.rows * shape.cols, -range / 2, range / 2, test_seed());
  for (std::size_t i = 0; i < x.size(); ++i) {
    const std::size_t row = i / shape.cols, col = i % shape.cols;
    x[i] += (row % 3 == 1 ? 512.0f : row % 3 == 2 ? -512.0f : 0.0f);
    if (shape.cols > 1 && (col + row) % 7 == 0 && col != shape.cols / 2) x[i] = -INFINITY;
  }
  const std::vector<double> expected = softmax_cpu(x, shape);
  for (const Rung& rung : rungs) {
    if (!lacking(rung.needs).empty()) continue;  // the program says that it skips it
    SCOPED_TRACE(rung.name);
    EXPECT_LE(max_relative_error(softmax_of(rung, x, shape), expected), error_bound(shape.cols, range));
  }
}

// NaN reaches all of its row and no other.
inline void expect_nan_stays_in_its_row(std::span<const Rung> rungs, Shape shape) {
  std::vector<float> x(shape.rows * shape.cols, 1.0f);
  x[shape.cols - 1] = NAN;
  for (const Rung& rung : rungs) {
    if (!lacking(rung.needs).empty()) continue;  // the program says that it skips it
    SCOPED_TRACE(rung.name);
    const std::vector<float> y = softmax_of(rung, x, shape);
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < y.size(); ++i) wrong += std::isnan(y[i]) != (i < shape.cols);
    EXPECT_EQ(wrong, 0u);
  }
}

inline std::string name_of(Shape shape) {
  return std::to_string(shape.rows) + "x" + std::to_string(shape.cols);
}

inline void expect_program_answers(const std::string& program, std::span<const Rung> ladder) {
  const Ended right = run_program({program, "--rows", "3", "--cols", "1001", "--repeats", "1"});
  EXPECT_EQ(right.status, 0) << right.err;
  for (const Rung& rung : ladder) EXPECT_NE(right.out.find(rung.name), std::string::npos);
  const Ended wrong = run_program({program, "--rows", "1e15"});
  EXPECT_EQ(wrong.status, 2);
  EXPECT_EQ(count_lines(wrong.err), 1) << wrong.err;
}

}  // namespace softmax
