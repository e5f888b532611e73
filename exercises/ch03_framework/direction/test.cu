#include "direction.cuh"
#include "exercises/harness.h"

void check(cudaError_t status, int line) {
  exercise::expect(status == cudaSuccess, "the call in line %d failed: %s: %s", line, cudaGetErrorName(status),
                   cudaGetErrorString(status));
}

static void run(std::size_t n) {
  exercise::about("n = %zu", n);
  auto x = exercise::whole_numbers<int>(n), expected = x;
  for (int& value : expected) value += 1;
  add_one(x);
  exercise::expect_equal("x", x, expected);
}

void test() {
  for (const std::size_t n : exercise::sizes) run(n);
}

void counted() {
  run(1000);
}
