#include "exercises/harness.h"
#include "rows_for_columns.cuh"

static void run(int m, int n, int k) {
  exercise::about("m = %d, n = %d, k = %d", m, n, k);
  const auto a = exercise::whole_numbers(m * k, -20, 20), b = exercise::whole_numbers(k * n, -20, 20);
  const exercise::Array<float> d_a(a), d_b(b);
  const auto d_c = exercise::Array<float>::poisoned(m * n);
  multiply_by_rows(m, n, k, d_a.data(), d_b.data(), d_c.data());
  exercise::launched("multiply_by_rows");
  std::vector<float> c(m * n);
  for (int row = 0; row < m; ++row) {
    for (int column = 0; column < n; ++column) {
      for (int i = 0; i < k; ++i) c[row * n + column] += a[row * k + i] * b[i * n + column];
    }
  }
  exercise::expect_equal("c", d_c, c, n);
}

void test() {
  run(1, 1, 1);
  run(2, 2, 2);
  run(3, 5, 7);
  run(17, 4, 9);
  run(20, 30, 10);
}

void counted() {
  run(20, 30, 10);
}
