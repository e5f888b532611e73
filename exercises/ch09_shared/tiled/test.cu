#include "exercises/harness.h"
#include "tiled.cuh"

static void run(int n) {
  exercise::about("n = %d", n);
  const auto a = exercise::whole_numbers(static_cast<std::size_t>(n) * n),
             b = exercise::whole_numbers(static_cast<std::size_t>(n) * n);
  const exercise::Array<float> d_a(a), d_b(b);
  const auto d_c = exercise::Array<float>::poisoned(static_cast<std::size_t>(n) * n);
  matmul<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(d_a.data(), d_b.data(), d_c.data(), n);
  exercise::launched("matmul");
  std::vector<float> expected(static_cast<std::size_t>(n) * n);
  for (int row = 0; row < n; ++row) {
    for (int col = 0; col < n; ++col) {
      for (int i = 0; i < n; ++i) expected[row * n + col] += a[row * n + i] * b[i * n + col];
    }
  }
  exercise::expect_equal("c", d_c, expected, n);
  exercise::expect_unchanged("a", d_a, a);
  exercise::expect_unchanged("b", d_b, b);
}

void test() {
  for (const int n : {16, 32, 48, 80}) run(n);
}

void counted() {
  run(64);
}
