#include "exercises/harness.h"
#include "grid_barrier.cuh"

static void run(std::size_t n) {
  exercise::about("n = %zu", n);
  auto x = exercise::whole_numbers<int>(n);
  const exercise::Array<int> d_x(x), d_total(std::vector<int>(1));
  subtract_total(d_x.data(), d_total.data(), static_cast<int>(n));
  exercise::launched("subtract_total_kernel");
  int total = 0;
  for (const int value : x) total += value;
  for (int& value : x) value -= total;
  exercise::expect_equal("x", d_x, x);
}

void test() {
  for (const std::size_t n : exercise::sizes) run(n);
}

void counted() {
  run(1000);
}
