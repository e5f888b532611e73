#include "exercises/harness.h"
#include "grid_stride.cuh"

static void run(std::size_t n) {
  exercise::about("n = %zu", n);
  const auto x = exercise::whole_numbers(n), y = exercise::whole_numbers(n);
  const exercise::Array<float> d_x(x), d_y(y);
  axpy<<<8, 128>>>(3, d_x.data(), d_y.data(), static_cast<int>(n));
  exercise::launched("axpy");
  std::vector<float> expected(n);
  for (std::size_t i = 0; i < n; ++i) expected[i] = 3 * x[i] + y[i];
  exercise::expect_equal("y", d_y, expected);
  exercise::expect_unchanged("x", d_x, x);
}

void test() {
  run(0);
  for (const std::size_t n : exercise::sizes) run(n);
  run(10000);
}

void counted() {
  run(2048);
}
