#include "exercises/harness.h"
#include "two_calls.cuh"

static void run(std::size_t n) {
  exercise::about("n = %zu", n);
  const auto x = exercise::whole_numbers<int>(n);
  const exercise::Array<int> d_x(x);
  const auto d_result = exercise::Array<int>::poisoned(1);
  sum_of_all(d_x.data(), d_result.data(), static_cast<int>(n));
  exercise::launched("the reduction");
  int best = x[0];
  for (std::size_t i = 1; i < n; ++i) {
    const int value = x[i];
    best = best + value;
  }
  exercise::expect_equal("result", d_result, std::vector<int>{best});
  exercise::expect_unchanged("x", d_x, x);
}

void test() {
  for (const std::size_t n : exercise::sizes) run(n);
}

void counted() {
  run(1000);
}
