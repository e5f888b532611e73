#include "exercises/harness.h"
#include "keep_it.cuh"

static void run(std::size_t n) {
  exercise::about("n = %zu", n);
  const auto x = exercise::whole_numbers(n, -4, 4);
  const exercise::Array<float> d_x(x);
  const auto d_y = exercise::Array<float>::poisoned(n);
  geometric<<<static_cast<unsigned>((n + 255) / 256), 256>>>(d_x.data(), d_y.data(), static_cast<int>(n));
  exercise::launched("geometric");
  std::vector<float> expected(n);
  for (std::size_t i = 0; i < n; ++i) {
    for (int k = 0; k < 8; ++k) expected[i] = expected[i] * x[i] + 1;
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
