#include <cusolverDn.h>

#include "exercises/harness.h"
#include "kept_pivots.cuh"

static void run(int n, bool singular) {
  exercise::about("n = %d, a %s matrix", n, singular ? "singular" : "regular");
  // Columns in turn by one: 0 on the diagonal. A column of zeros makes it singular.
  std::vector<float> a(n * n);
  for (int col = 0; col < n; ++col) a[col * n + (col + 1) % n] = singular && col == n / 2 ? 0 : 2;
  const auto b = exercise::whole_numbers(n);
  const exercise::Array<float> d_a(a), d_x(b);
  const auto d_pivots = exercise::Array<int>::poisoned(n), d_info = exercise::Array<int>::poisoned(1);
  cusolverDnHandle_t handle;
  int size = 0;
  exercise::expect(cusolverDnCreate(&handle) == CUSOLVER_STATUS_SUCCESS, "cusolverDnCreate failed");
  exercise::expect(cusolverDnSgetrf_bufferSize(handle, n, n, d_a.data(), n, &size) == CUSOLVER_STATUS_SUCCESS,
                   "cusolverDnSgetrf_bufferSize failed");
  const auto d_work = exercise::Array<float>::poisoned(size > 0 ? size : 1);
  const bool solved = solve(handle, d_a.data(), d_x.data(), n, d_work.data(), d_pivots.data(), d_info.data());
  exercise::launched("the solver");
  exercise::expect(cusolverDnDestroy(handle) == CUSOLVER_STATUS_SUCCESS, "cusolverDnDestroy failed");
  exercise::expect(!(solved && singular), "solved, but the matrix is singular");
  exercise::expect(solved || singular, "not solved, but the matrix is regular");
  if (singular) return;
  std::vector<float> expected(n);
  for (int col = 0; col < n; ++col) expected[col] = b[(col + 1) % n] / 2;
  exercise::expect_equal("x", d_x, expected);
}

void test() {
  for (const int n : {2, 5, 32, 50}) {
    run(n, false);
    run(n, true);
  }
}

void counted() {
  run(50, false);
}
