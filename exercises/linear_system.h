// For exercises with a function solve() that factorises a matrix and solves A x = b: runs it and compares.
#pragma once
#include <cusolverDn.h>

#include <vector>

#include "exercises/harness.h"

namespace exercise {

template <typename Solve>
void run_solver(Solve solve, int n, bool singular) {
  about("n = %d, a %s matrix", n, singular ? "singular" : "regular");
  // Columns in turn by one: 0 on the diagonal. A column of zeros makes it singular.
  std::vector<float> a(n * n);
  for (int col = 0; col < n; ++col) a[col * n + (col + 1) % n] = singular && col == n / 2 ? 0 : 2;
  const auto b = whole_numbers(n);
  const Array<float> d_a(a), d_x(b);
  const auto d_pivots = Array<int>::poisoned(n), d_info = Array<int>::poisoned(1);
  cusolverDnHandle_t handle;
  int size = 0;
  expect(cusolverDnCreate(&handle) == CUSOLVER_STATUS_SUCCESS, "cusolverDnCreate failed");
  expect(cusolverDnSgetrf_bufferSize(handle, n, n, d_a.data(), n, &size) == CUSOLVER_STATUS_SUCCESS,
         "cusolverDnSgetrf_bufferSize failed");
  const auto d_work = Array<float>::poisoned(size > 0 ? size : 1);
  const bool solved = solve(handle, d_a.data(), d_x.data(), n, d_work.data(), d_pivots.data(), d_info.data());
  launched("the solver");
  expect(cusolverDnDestroy(handle) == CUSOLVER_STATUS_SUCCESS, "cusolverDnDestroy failed");
  expect(!(solved && singular), "solved, but the matrix is singular");
  expect(solved || singular, "not solved, but the matrix is regular");
  if (singular) return;
  std::vector<float> expected(n);
  for (int col = 0; col < n; ++col) expected[col] = b[(col + 1) % n] / 2;
  expect_equal("x", d_x, expected);
}

template <typename Solve>
void test_solver(Solve solve) {
  for (const int n : {2, 5, 32, 50}) {
    run_solver(solve, n, false);
    run_solver(solve, n, true);
  }
}

}  // namespace exercise
