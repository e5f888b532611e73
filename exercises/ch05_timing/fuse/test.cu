#include <algorithm>

#include "exercises/harness.h"
#include "fuse.cuh"

static void run(std::size_t n) {
  exercise::about("n = %zu", n);
  const auto x = exercise::whole_numbers(n), y = exercise::whole_numbers(n);
  const exercise::Array<float> d_x(x), d_y(y);
  axpy_positive(2, d_x.data(), d_y.data(), static_cast<int>(n));
  exercise::launched("axpy_positive");
  std::vector<float> expected(n);
  for (std::size_t i = 0; i < n; ++i) expected[i] = std::max(2 * x[i] + y[i], 0.0f);
  exercise::expect_equal("y", d_y, expected);
  exercise::expect_unchanged("x", d_x, x);
}

void test() {
  run(0);
  for (const std::size_t n : exercise::sizes) run(n);
}

void counted() {
  run(4096);
}
