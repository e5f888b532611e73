#include "exercises/harness.h"
#include "guard.cuh"

static void run(std::size_t n) {
  exercise::about("n = %zu", n);
  const auto x = exercise::whole_numbers(n);
  const exercise::Array<float> d_x(x);
  const auto d_y = exercise::Array<float>::poisoned(n);
  const unsigned blocks = static_cast<unsigned>((n + 255) / 256);
  double_all<<<blocks, 256>>>(d_x.data(), d_y.data(), static_cast<int>(n));
  exercise::launched("double_all");
  std::vector<float> expected(n);
  for (std::size_t i = 0; i < n; ++i) expected[i] = 2 * x[i];
  exercise::expect_equal("y", d_y, expected);
  exercise::expect_unchanged("x", d_x, x);
}

void test() {
  for (const std::size_t n : exercise::sizes) run(n);
}

void counted() {
  run(1000);
}
