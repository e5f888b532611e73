#include "exercises/harness.h"
#include "seven_steps.cuh"

void check(cudaError_t status, int line) {
  exercise::expect(status == cudaSuccess, "the call in line %d failed: %s: %s", line, cudaGetErrorName(status),
                   cudaGetErrorString(status));
}

static void run(std::size_t n) {
  exercise::about("n = %zu", n);
  const auto a = exercise::whole_numbers(n, 1, 1000), b = exercise::whole_numbers(n, 1, 1000);
  std::vector<float> expected(n);
  for (std::size_t i = 0; i < n; ++i) expected[i] = a[i] + b[i];
  exercise::expect_equal("sum", add(a, b), expected);
}

void test() {
  for (const std::size_t n : exercise::sizes) run(n);
}

void counted() {
  run(1000);
}
