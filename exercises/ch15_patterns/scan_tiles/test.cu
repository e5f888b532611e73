#include "exercises/harness.h"
#include "scan_tiles.cuh"

static void run(std::size_t n) {
  exercise::about("n = %zu", n);
  const auto x = exercise::whole_numbers<int>(n);
  const exercise::Array<int> d_x(x);
  const auto d_y = exercise::Array<int>::poisoned(n), d_totals = exercise::Array<int>::unwritten((n + 255) / 256);
  scan(d_x.data(), d_y.data(), d_totals.data(), static_cast<int>(n));
  exercise::launched("scan");
  std::vector<int> expected(x);
  for (std::size_t i = 1; i < n; ++i) expected[i] += expected[i - 1];
  exercise::expect_equal("y", d_y, expected);
}

void test() {
  for (const std::size_t n : exercise::sizes) run(n);
}

void counted() {
  run(1000);
}
