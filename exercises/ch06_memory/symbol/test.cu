#include <algorithm>

#include "exercises/harness.h"
#include "symbol.cuh"

void check(cudaError_t status, int line) {
  exercise::expect(status == cudaSuccess, "the call in line %d failed: %s: %s", line, cudaGetErrorName(status),
                   cudaGetErrorString(status));
}

static void run(std::size_t n, float top) {
  exercise::about("n = %zu, limit = %g", n, top);
  auto x = exercise::whole_numbers(n);
  const exercise::Array<float> d_x(x);
  const int count = clamp(d_x.data(), static_cast<int>(n), top);
  exercise::launched("clamp_kernel");
  int expected = 0;
  for (float& value : x) {
    expected += value > top;
    value = std::min(value, top);
  }
  exercise::expect_equal("x", d_x, x);
  exercise::expect(count == expected, "the count is %d, should be %d", count, expected);
}

void test() {
  for (const float top : {10.0f, -50.0f, 1000.0f}) {
    for (const std::size_t n : exercise::sizes) run(n, top);
  }
}

void counted() {
  run(1000, 10);
}
