#include "exercises/harness.h"
#include "leak.cuh"

void check(cudaError_t status, int line) {
  exercise::expect(status == cudaSuccess, "the call in line %d failed: %s: %s", line, cudaGetErrorName(status),
                   cudaGetErrorString(status));
}

static void run(std::size_t n, int low, int high) {
  exercise::about("n = %zu", n);
  const auto x = exercise::whole_numbers<int>(n, low, high);
  int expected = 0;
  for (const int value : x) expected += value < 0;
  const int count = count_negative(x);
  exercise::expect(count == expected, "the count is %d, should be %d", count, expected);
}

void test() {
  for (const std::size_t n : exercise::sizes) run(n, -10, 5);
  run(100, 0, 9);
  run(0, 0, 9);
}

void counted() {
  run(1000, -10, 5);
}
