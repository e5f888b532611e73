#include "exercises/harness.h"
#include "memory_again.cuh"

static void run(std::size_t n) {
  exercise::about("n = %zu", n);
  const std::size_t blocks = (n + 255) / 256;
  const auto x = exercise::whole_numbers<int>(n);
  const exercise::Array<int> d_x(x);
  const auto d_first = exercise::Array<int>::poisoned(blocks), d_second = exercise::Array<int>::poisoned(blocks);
  two_sums_kernel<<<static_cast<unsigned>(blocks), 256>>>(d_x.data(), d_first.data(), d_second.data(),
                                                          static_cast<int>(n));
  exercise::launched("two_sums_kernel");
  std::vector<int> first(blocks), second(blocks);
  for (std::size_t i = 0; i < n; ++i) {
    first[i / 256] += x[i];
    second[i / 256] += x[i] * x[i];
  }
  exercise::expect_equal("first", d_first, first);
  exercise::expect_equal("second", d_second, second);
  exercise::expect_unchanged("x", d_x, x);
}

void test() {
  for (const std::size_t n : exercise::sizes) run(n);
}

void counted() {
  run(1024);
}
