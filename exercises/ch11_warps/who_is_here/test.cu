#include "exercises/harness.h"
#include "who_is_here.cuh"

static void run(std::size_t n) {
  exercise::about("n = %zu", n);
  const auto x = exercise::whole_numbers<int>(n);
  const exercise::Array<int> d_x(x);
  const auto d_y = exercise::Array<int>::poisoned(n);
  differences<<<static_cast<unsigned>((n + 127) / 128), 128>>>(d_x.data(), d_y.data(), static_cast<int>(n));
  exercise::launched("differences");
  std::vector<int> expected(n);
  for (std::size_t i = 0; i + 1 < n; ++i) expected[i] = x[i + 1] - x[i];
  exercise::expect_equal("y", d_y, expected);
  exercise::expect_unchanged("x", d_x, x);
}

void test() {
  for (const std::size_t n : exercise::sizes) run(n);
  for (const std::size_t n : {2, 63, 64, 65, 130}) run(n);
}

void counted() {
  run(1000);
}
