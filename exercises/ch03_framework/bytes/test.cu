#include "bytes.cuh"
#include "exercises/harness.h"

void check(cudaError_t status, int line) {
  exercise::expect(status == cudaSuccess, "the call in line %d failed: %s: %s", line, cudaGetErrorName(status),
                   cudaGetErrorString(status));
}

static void run(std::size_t n) {
  exercise::about("n = %zu", n);
  const auto in = exercise::whole_numbers<double>(n, 1, 1000);
  auto expected = in;
  for (double& value : expected) value /= 2;
  exercise::expect_equal("out", halves(in), expected);
}

void test() {
  for (const std::size_t n : exercise::sizes) run(n);
}

void counted() {
  run(1000);
}
