#include "exercises/harness.h"
#include "who_has_the_sum.cuh"

static void run(std::size_t n) {
  exercise::about("n = %zu", n);
  const auto x = exercise::whole_numbers<int>(n);
  const exercise::Array<int> d_x(x);
  const auto d_out = exercise::Array<int>::poisoned(n);
  differences_kernel<<<static_cast<unsigned>((n + 255) / 256), 256>>>(d_x.data(), d_out.data(), static_cast<int>(n));
  exercise::launched("differences_kernel");
  std::vector<int> sums((n + 255) / 256), expected(n);
  for (std::size_t i = 0; i < n; ++i) sums[i / 256] += x[i];
  for (std::size_t i = 0; i < n; ++i) expected[i] = 256 * x[i] - sums[i / 256];
  exercise::expect_equal("out", d_out, expected);
  exercise::expect_unchanged("x", d_x, x);
}

void test() {
  for (const std::size_t n : exercise::sizes) run(n);
}

void counted() {
  run(1024);
}
