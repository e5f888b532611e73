#include <algorithm>

#include "exercises/harness.h"
#include "tail_launch.cuh"

static void run(std::size_t n) {
  exercise::about("n = %zu", n);
  const auto x = exercise::whole_numbers<int>(n);
  const exercise::Array<int> d_x(x);
  const auto d_squares = exercise::Array<int>::poisoned(n), d_largest = exercise::Array<int>::poisoned(1);
  parent_kernel<<<1, 1>>>(d_x.data(), d_squares.data(), static_cast<int>(n), d_largest.data());
  exercise::launched("parent_kernel");
  std::vector<int> expected(x);
  for (int& value : expected) value *= value;
  exercise::expect_equal("squares", d_squares, expected);
  exercise::expect_equal("largest", d_largest, {*std::max_element(expected.begin(), expected.end())});
}

void test() {
  for (const std::size_t n : exercise::sizes) run(n);
}

void counted() {
  run(1000);
}
