#include <algorithm>

#include "exercises/harness.h"
#include "reverse.cuh"

static void run(std::size_t n) {
  exercise::about("n = %zu", n);
  const auto in = exercise::whole_numbers<int>(n, 0, 1000000);
  const exercise::Array<int> d_in(in);
  const auto d_out = exercise::Array<int>::poisoned(n);
  reverse(d_in.data(), d_out.data(), static_cast<int>(n));
  exercise::launched("reverse_kernel");
  auto expected = in;
  std::reverse(expected.begin(), expected.end());
  exercise::expect_equal("out", d_out, expected);
  exercise::expect_unchanged("in", d_in, in);
}

void test() {
  run(0);
  for (const std::size_t n : exercise::sizes) run(n);
}

void counted() {
  run(1000);
}
