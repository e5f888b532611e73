#include <cmath>
#include <limits>

#include "exercises/harness.h"
#include "float_max.cuh"

static void run(const std::vector<float>& x, float before, float expected) {
  const exercise::Array<float> d_x(x), d_largest(std::vector<float>(1, before));
  const int n = static_cast<int>(x.size());
  find_largest<<<(n + 255) / 256, 256>>>(d_x.data(), d_largest.data(), n);
  exercise::launched("find_largest");
  exercise::expect_equal("largest", d_largest, std::vector<float>{expected});
}

static void run(std::size_t n, int low, int high) {
  exercise::about("n = %zu, numbers from %d to %d", n, low, high);
  const auto x = exercise::whole_numbers(n, low, high);
  float expected = -std::numeric_limits<float>::infinity();
  for (const float value : x) expected = std::fmax(expected, value);
  run(x, -std::numeric_limits<float>::infinity(), expected);
}

void test() {
  for (const std::size_t n : exercise::sizes) {
    run(n, -10000, 10000);
    run(n, -10000, -1);
    run(n, 1, 10000);
  }
  exercise::about("a NaN among negative numbers");
  run({-5, std::nanf(""), -3, -4}, -std::numeric_limits<float>::infinity(), -3);
  exercise::about("nothing is larger than what was there");
  run({1, 2, 3}, 10, 10);
}

void counted() {
  run(1000, -10000, 10000);
}
