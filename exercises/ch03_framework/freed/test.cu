#include "exercises/harness.h"
#include "freed.cuh"

void check(cudaError_t status, int line) {
  exercise::expect(status == cudaSuccess, "the call in line %d failed: %s: %s", line, cudaGetErrorName(status),
                   cudaGetErrorString(status));
}

static void run(std::size_t n) {
  exercise::about("n = %zu", n);
  const auto x = exercise::whole_numbers<int>(n, 2, 1000);
  auto expected = x;
  for (int& value : expected) value *= value;
  exercise::expect_equal("x", squares(x), expected);
}

void test() {
  for (const std::size_t n : exercise::sizes) run(n);
}

void counted() {
  run(1000);
}
