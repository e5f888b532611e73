#include "constant_mask.cuh"
#include "exercises/harness.h"

static void run(std::size_t n) {
  exercise::about("n = %zu", n);
  const auto x = exercise::whole_numbers(n, -4, 4), coefficients = exercise::whole_numbers(8, -20, 20);
  const exercise::Array<float> d_x(x);
  const auto d_y = exercise::Array<float>::poisoned(n);
  polynomial(coefficients.data(), d_x.data(), d_y.data(), static_cast<int>(n));
  exercise::launched("polynomial_kernel");
  std::vector<float> expected(n);
  for (std::size_t i = 0; i < n; ++i) {
    for (int k = 7; k >= 0; --k) expected[i] = expected[i] * x[i] + coefficients[k];
  }
  exercise::expect_equal("y", d_y, expected);
  exercise::expect_unchanged("x", d_x, x);
}

void test() {
  for (const std::size_t n : exercise::sizes) run(n);
}

void counted() {
  run(4096);
}
