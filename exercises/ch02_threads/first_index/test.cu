#include "exercises/harness.h"
#include "first_index.cuh"

static void run(int blocks, int threads) {
  exercise::about("%d blocks of %d threads", blocks, threads);
  const std::size_t n = static_cast<std::size_t>(blocks) * static_cast<std::size_t>(threads);
  const auto out = exercise::Array<int>::poisoned(n);
  write_index<<<blocks, threads>>>(out.data());
  exercise::launched("write_index");
  std::vector<int> expected(n);
  for (std::size_t i = 0; i < n; ++i) expected[i] = static_cast<int>(i);
  exercise::expect_equal("out", out, expected);
}

void test() {
  run(5, 7);
  run(7, 5);
  run(1, 1);
  run(3, 100);
  run(40, 32);
}

void counted() {
  run(5, 7);
}
