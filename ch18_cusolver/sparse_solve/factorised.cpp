// The same system by factorisations, and the check of all solutions.
//
// cuSOLVER's sparse functions are deprecated in CUDA 13 in favour of cuDSS, which is not part of the toolkit.
#define DISABLE_CUSOLVER_DEPRECATED
#include <cusolverSp.h>

#include <stdexcept>

#include "ch18_cusolver/sparse_solve/sparse_solve.h"
#include "common/cusolver.h"
#include "common/cusparse.h"
#include "common/owners.h"
#include "common/timer.h"

namespace sparse_solve {

Csr poisson(int side) {
  Csr a{{0}, {}, {}};
  for (int i = 0; i < side; ++i)
    for (int j = 0; j < side; ++j) {
      const auto add = [&](int row, int col, double value) {
        if (row < 0 || row >= side || col < 0 || col >= side) return;
        a.columns.push_back(row * side + col);
        a.values.push_back(value);
      };
      add(i - 1, j, -1);
      add(i, j - 1, -1);
      add(i, j, 4);
      add(i, j + 1, -1);
      add(i + 1, j, -1);
      a.offsets.push_back(a.entries());
    }
  return a;
}

double residual_cpu(const Csr& a, const std::vector<double>& b, const std::vector<double>& x) {
  double left = 0, all = 0;
  for (int i = 0; i < a.rows(); ++i) {
    double sum = b[i];
    for (int k = a.offsets[i]; k < a.offsets[i + 1]; ++k) sum -= a.values[k] * x[a.columns[k]];
    left += sum * sum;
    all += b[i] * b[i];
  }
  return left == 0 ? 0 : std::sqrt(left / all);
}

// ---- Rung 3. All rows * rows numbers, most of them 0: rows^3 / 3 operations.
Solution dense(const Csr& a, const std::vector<double>& b, double) {
  const int n = a.rows();
  if (n > most_dense) throw std::length_error("dense: so many rows are too large a matrix");
  std::vector<double> full(std::size_t(n) * n);
  for (int i = 0; i < n; ++i)
    for (int k = a.offsets[i]; k < a.offsets[i + 1]; ++k) full[i + std::size_t(a.columns[k]) * n] = a.values[k];
  const CusolverHandle handle;
  DeviceBuffer<double> d_a(full), d_x(b);
  DeviceBuffer<int> d_info(1);
  check(cudaDeviceSynchronize());
  const CpuTimer timer;
  int size = 0;
  check(cusolverDnDpotrf_bufferSize(handle, CUBLAS_FILL_MODE_LOWER, n, d_a.data(), n, &size));
  DeviceBuffer<double> work(size);
  check(cusolverDnDpotrf(handle, CUBLAS_FILL_MODE_LOWER, n, d_a.data(), n, work.data(), size, d_info.data()));
  check_info(d_info.to_host()[0], "cusolverDnDpotrf",
             "the matrix is not positive definite: a leading minor is not positive");
  check(cusolverDnDpotrs(handle, CUBLAS_FILL_MODE_LOWER, n, 1, d_a.data(), n, d_x.data(), n, d_info.data()));
  check_info(d_info.to_host()[0], "cusolverDnDpotrs", "");
  return {d_x.to_host(), 0, timer.ms()};
}

namespace {

struct SparseSolver {
  SparseSolver() {
    check(cusolverSpCreate(&handle));
    if (const cusparseStatus_t status = cusparseCreateMatDescr(&matrix); status != CUSPARSE_STATUS_SUCCESS) {
      cusolverSpDestroy(handle);
      check(status);
    }
  }
  ~SparseSolver() {
    cusparseDestroyMatDescr(matrix);
    cusolverSpDestroy(handle);
  }
  SparseSolver(const SparseSolver&) = delete;
  SparseSolver& operator=(const SparseSolver&) = delete;

  cusolverSpHandle_t handle = nullptr;
  cusparseMatDescr_t matrix = nullptr;  // general, from 0: the defaults
};

}  // namespace

// ---- Rung 4. The factor has zeros too; the library orders the unknowns such that it has few other numbers.
Solution direct(const Csr& a, const std::vector<double>& b, double) {
  const SparseSolver solver;
  const DeviceBuffer<int> d_offsets(a.offsets), d_columns(a.columns);
  const DeviceBuffer<double> d_values(a.values), d_b(b);
  DeviceBuffer<double> d_x(b.size());
  check(cudaDeviceSynchronize());
  constexpr int minimum_degree = 2;
  int singular = -1;  // or the first row without a pivot
  const CpuTimer timer;
  check(cusolverSpDcsrlsvchol(solver.handle, a.rows(), a.entries(), solver.matrix, d_values.data(), d_offsets.data(),
                              d_columns.data(), d_b.data(), 1e-14, minimum_degree, d_x.data(), &singular));
  check(cudaDeviceSynchronize());
  const double ms = timer.ms();
  check_info(singular + 1, "cusolverSpDcsrlsvchol", "the matrix is not positive definite");
  return {d_x.to_host(), 0, ms};
}

}  // namespace sparse_solve
