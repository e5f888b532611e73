#include "exercises/harness.h"
#include "in_place.cuh"

static void run(std::size_t n, int steps) {
  exercise::about("n = %zu, %d steps", n, steps);
  auto x = exercise::whole_numbers<int>(n);
  const exercise::Array<int> d_x(x);
  const auto d_other = exercise::Array<int>::poisoned(n);
  const int* result = smooth(d_x.data(), d_other.data(), static_cast<int>(n), steps);
  exercise::launched("smooth_kernel");
  exercise::expect(result == d_x.data() || result == d_other.data(), "what smooth returns is neither x nor other");
  for (int step = 0; step < steps; ++step) {
    auto next = x;
    for (std::size_t i = 0; i < n; ++i) next[i] += (i > 0 ? x[i - 1] : 0) + (i + 1 < n ? x[i + 1] : 0);
    x = next;
  }
  exercise::expect_equal("the result", result == d_x.data() ? d_x : d_other, x);
}

void test() {
  for (const std::size_t n : exercise::sizes) {
    for (const int steps : {0, 1, 2, 3}) run(n, steps);
  }
}

void counted() {
  run(1000, 2);
}
