#include "exercises/harness.h"
#include "shuffle_sum.cuh"

static void run(std::size_t n) {
  exercise::about("n = %zu", n);
  const auto x = exercise::whole_numbers<int>(n);
  const exercise::Array<int> d_x(x), d_total(std::vector<int>(1, 1000));
  add_up<<<static_cast<unsigned>((n + 127) / 128), 128>>>(d_x.data(), d_total.data(), static_cast<int>(n));
  exercise::launched("add_up");
  int expected = 1000;
  for (const int value : x) expected += value;
  exercise::expect_equal("total", d_total, std::vector<int>{expected});
}

void test() {
  for (const std::size_t n : exercise::sizes) run(n);
}

void counted() {
  run(4096);
}
