// A simulation with implicit steps solves A x = b in each of them: the new state is x, the old one is b, and the matrix
// is the same. LU costs 2/3 n^3 operations, the two triangles that follow only 2 n^2.
#include "ch18_cusolver/factor_once/factor_once.h"

#include <algorithm>
#include <cmath>

#include "common/check.h"
#include "common/values.h"

namespace factor_once {

constexpr int block_size = 256;

Memory::Memory(const Handles& handles, int n)
    : factors(std::size_t(n) * n), inverse(factors.size()), pivots(n), info(1) {
  int size = 0;
  check(cusolverDnDgetrf_bufferSize(handles.solver, n, n, factors.data(), n, &size));
  work = DeviceBuffer<double>(size);
}

namespace {

// devInfo of the call before; the host waits for it.
int info_of(const Memory& memory) {
  int info = 0;
  check(cudaMemcpy(&info, memory.info.data(), sizeof info, cudaMemcpyDeviceToHost));
  return info;
}

// P A = L U, in memory.factors. The library works in place, so it gets a copy.
void factorise(const Handles& handles, const double* a, int n, Memory& m) {
  check(cudaMemcpyAsync(m.factors.data(), a, m.factors.bytes(), cudaMemcpyDeviceToDevice));
  check(cusolverDnDgetrf(handles.solver, n, n, m.factors.data(), n, m.work.data(), m.pivots.data(), m.info.data()));
  check_info(info_of(m), "cusolverDnDgetrf", "the matrix is singular: a pivot is 0");
}

// Solves with the factors for `columns` right sides, which the solutions replace.
void solve(const Handles& handles, double* columns_of_b, int columns, int n, Memory& m) {
  check(cusolverDnDgetrs(handles.solver, CUBLAS_OP_N, n, columns, m.factors.data(), n, m.pivots.data(), columns_of_b, n,
                         m.info.data()));
}

void copy_column(double* to, const double* from, int n) {
  check(cudaMemcpyAsync(to, from, n * sizeof(double), cudaMemcpyDeviceToDevice));
}

// ---- Rung 1. Every step factorises the same matrix again.
void factor_each_time(const Handles& handles, const double* a, double* xs, int n, int steps, Memory& m) {
  for (int k = 1; k <= steps; ++k) {
    double* const x = xs + std::size_t(k) * n;
    factorise(handles, a, n, m);
    copy_column(x, x - n, n);
    solve(handles, x, 1, n, m);
  }
}

// ---- Rung 2. Same, except that the factors are kept: a step is two triangles.
void factor_once(const Handles& handles, const double* a, double* xs, int n, int steps, Memory& m) {
  factorise(handles, a, n, m);
  for (int k = 1; k <= steps; ++k) {
    double* const x = xs + std::size_t(k) * n;
    copy_column(x, x - n, n);
    solve(handles, x, 1, n, m);
  }
}

// ---- Rung 3. Same, except that the factors solve for all columns of the unit matrix first: the result is the inverse.
// That costs 2 n^3 operations. A step is then a product of a matrix and a vector, as many operations as two triangles,
// but all of its rows at once, where a triangle must go through its rows in order.
__global__ void unit_matrix_kernel(double* a, int n) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  if (i < std::size_t(n) * n) a[i] = i / n == i % n;
}

void by_the_inverse(const Handles& handles, const double* a, double* xs, int n, int steps, Memory& m) {
  factorise(handles, a, n, m);
  unit_matrix_kernel<<<blocks_for(m.inverse.size(), block_size), block_size>>>(m.inverse.data(), n);
  check(cudaGetLastError());
  solve(handles, m.inverse.data(), n, n, m);
  const double one = 1, zero = 0;
  for (int k = 1; k <= steps; ++k) {
    double* const x = xs + std::size_t(k) * n;
    check(cublasDgemv(handles.blas, CUBLAS_OP_N, n, n, &one, m.inverse.data(), n, x - n, 1, &zero, x, 1));
  }
}

}  // namespace

std::vector<double> near_the_unit_matrix(int n, unsigned seed) {
  std::vector<double> a = random_reals<double>(std::size_t(n) * n, -0.5 / n, 0.5 / n, seed);
  for (int i = 0; i < n; ++i) a[i + std::size_t(i) * n] += 1;
  return a;
}

double residual_cpu(const std::vector<double>& a, const std::vector<double>& xs, int n, int steps) {
  std::vector<double> rows(n);
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i) rows[i] += std::abs(a[i + std::size_t(j) * n]);
  const double norm = *std::max_element(rows.begin(), rows.end());
  double worst = 0;
  for (int k = 1; k <= steps; ++k) {
    const double *const b = &xs[std::size_t(k - 1) * n], *const x = b + n;
    std::vector<double> left(b, b + n);
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i) left[i] -= a[i + std::size_t(j) * n] * x[j];
    double most = 0, most_x = 0, most_b = 0;
    for (int i = 0; i < n; ++i) {
      most = worse(std::abs(left[i]), most);
      most_x = worse(std::abs(x[i]), most_x);
      most_b = worse(std::abs(b[i]), most_b);
    }
    if (most != 0) worst = worse(most / (norm * most_x + most_b), worst);
  }
  return worst;
}

std::span<const Rung> ladder() {
  static constexpr Rung rungs[] = {
      {"factor_each_time", factor_each_time},
      {"factor_once", factor_once},
      {"by_the_inverse", by_the_inverse},
  };
  return rungs;
}

}  // namespace factor_once
