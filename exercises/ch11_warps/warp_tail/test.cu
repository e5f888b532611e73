#include "exercises/harness.h"
#include "warp_tail.cuh"

static void run(std::size_t n) {
  exercise::about("n = %zu", n);
  const auto x = exercise::whole_numbers<int>(n);
  const std::size_t blocks = (n + 255) / 256;
  const exercise::Array<int> d_x(x);
  const auto d_sums = exercise::Array<int>::poisoned(blocks);
  block_sums<<<static_cast<unsigned>(blocks), 256>>>(d_x.data(), d_sums.data(), static_cast<int>(n));
  exercise::launched("block_sums");
  std::vector<int> expected(blocks);
  for (std::size_t i = 0; i < n; ++i) expected[i / 256] += x[i];
  exercise::expect_equal("sums", d_sums, expected);
}

void test() {
  for (const std::size_t n : exercise::sizes) run(n);
}

void counted() {
  run(1000);
}
