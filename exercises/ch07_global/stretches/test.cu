#include "exercises/harness.h"
#include "stretches.cuh"

static void run(std::size_t n) {
  exercise::about("n = %zu", n);
  const auto x = exercise::whole_numbers(n);
  const exercise::Array<float> d_x(x);
  const auto d_y = exercise::Array<float>::poisoned(n);
  square_all<<<static_cast<unsigned>((n + 4095) / 4096), 256>>>(d_x.data(), d_y.data(), static_cast<int>(n));
  exercise::launched("square_all");
  auto expected = x;
  for (float& value : expected) value *= value;
  exercise::expect_equal("y", d_y, expected);
  exercise::expect_unchanged("x", d_x, x);
}

void test() {
  for (const std::size_t n : exercise::sizes) run(n);
  run(10000);
}

void counted() {
  run(8192);
}
