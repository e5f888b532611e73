#include "exercises/harness.h"
#include "never_written.cuh"

static void run(std::size_t n, const exercise::Array<int>& bins) {
  exercise::about("n = %zu", n);
  const auto x = exercise::whole_numbers<int>(n, 0, 100000);
  const exercise::Array<int> d_x(x);
  count_digits(d_x.data(), bins.data(), static_cast<int>(n));
  exercise::launched("count_digits_kernel");
  std::vector<int> expected(10);
  for (const int value : x) ++expected[value % 10];
  exercise::expect_equal("bins", bins, expected);
}

void test() {
  const auto fresh = exercise::Array<int>::unwritten(10);
  for (const std::size_t n : exercise::sizes) run(n, fresh);
  run(0, fresh);
}

void counted() {
  run(1000, exercise::Array<int>::unwritten(10));
}
