#include "exercises/harness.h"
#include "racing_scan.cuh"

static void run(std::size_t n) {
  exercise::about("n = %zu", n);
  const auto x = exercise::whole_numbers<int>(n);
  const exercise::Array<int> d_x(x);
  const auto d_y = exercise::Array<int>::poisoned(n);
  scan_block<<<static_cast<unsigned>((n + 255) / 256), 256>>>(d_x.data(), d_y.data(), static_cast<int>(n));
  exercise::launched("scan_block");
  std::vector<int> expected(x);
  for (std::size_t i = 0; i < n; ++i) expected[i] += i % 256 > 0 ? expected[i - 1] : 0;
  exercise::expect_equal("y", d_y, expected);
}

void test() {
  for (const std::size_t n : exercise::sizes) run(n);
}

void counted() {
  run(1000);
}
