#include "exercises/harness.h"
#include "tile_any_size.cuh"

static void run(int m, int n, int k) {
  exercise::about("%d x %d by %d x %d", m, k, k, n);
  const auto a = exercise::whole_numbers(static_cast<std::size_t>(m) * k),
             b = exercise::whole_numbers(static_cast<std::size_t>(k) * n);
  const exercise::Array<float> d_a(a), d_b(b);
  const auto d_c = exercise::Array<float>::poisoned(static_cast<std::size_t>(m) * n);
  matmul<<<dim3((n + 15) / 16, (m + 15) / 16), dim3(16, 16)>>>(d_a.data(), d_b.data(), d_c.data(), m, n, k);
  exercise::launched("matmul");
  std::vector<float> expected(static_cast<std::size_t>(m) * n);
  for (int row = 0; row < m; ++row) {
    for (int col = 0; col < n; ++col) {
      for (int i = 0; i < k; ++i) expected[row * n + col] += a[row * k + i] * b[i * n + col];
    }
  }
  exercise::expect_equal("c", d_c, expected, n);
  exercise::expect_unchanged("a", d_a, a);
  exercise::expect_unchanged("b", d_b, b);
}

void test() {
  run(16, 16, 31);
  run(32, 32, 32);
  run(33, 65, 17);
  run(17, 33, 65);
  run(1, 1, 1);
  run(16, 16, 1);
  run(5, 40, 16);
}

void counted() {
  run(33, 65, 17);
}
