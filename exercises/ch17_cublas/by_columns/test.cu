#include <cublas_v2.h>

#include "by_columns.cuh"
#include "exercises/harness.h"

static void run(int m, int n, int k) {
  exercise::about("a is %d x %d, b is %d x %d", m, k, k, n);
  const float factor = 1.0f;
  const auto a = exercise::whole_numbers(m * k, -10, 10), b = exercise::whole_numbers(k * n, -10, 10);
  const exercise::Array<float> d_a(a), d_b(b);
  const auto d_c = exercise::Array<float>::poisoned(m * n);
  cublasHandle_t handle;
  exercise::expect(cublasCreate(&handle) == CUBLAS_STATUS_SUCCESS, "cublasCreate failed");
  multiply(handle, d_a.data(), d_b.data(), d_c.data(), m, n, k);
  exercise::launched("the product");
  exercise::expect(cublasDestroy(handle) == CUBLAS_STATUS_SUCCESS, "cublasDestroy failed");
  std::vector<float> expected(m * n);
  for (int row = 0; row < m; ++row) {
    for (int col = 0; col < n; ++col) {
      for (int i = 0; i < k; ++i) expected[row * n + col] += factor * a[row * k + i] * b[i * n + col];
    }
  }
  exercise::expect_equal("c", d_c, expected, n);
}

void test() {
  run(2, 3, 4);
  run(7, 5, 3);
  run(32, 32, 32);
  run(33, 64, 17);
}

void counted() {
  run(33, 64, 17);
}
