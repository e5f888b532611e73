// cuSOLVER's results against what defines them: products of the factors give the matrix, and columns are orthonormal.
#include <cusolverDn.h>
#include <cusolverSp.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <random>
#include <vector>

namespace {

using Complex = std::complex<double>;
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

// Column-major.
template <class T>
struct Matrix {
  int rows, columns;
  std::vector<T> values = std::vector<T>(static_cast<std::size_t>(rows) * columns);
  T& operator()(int i, int j) { return values[static_cast<std::size_t>(i) + static_cast<std::size_t>(j) * rows]; }
  const T& operator()(int i, int j) const { return const_cast<Matrix&>(*this)(i, j); }
};

double conjugate(double x) {
  return x;
}
Complex conjugate(Complex x) {
  return std::conj(x);
}

template <class T>
Matrix<T> product(const Matrix<T>& a, const Matrix<T>& b) {
  Matrix<T> c{a.rows, b.columns};
  for (int j = 0; j < b.columns; ++j)
    for (int k = 0; k < a.columns; ++k)
      for (int i = 0; i < a.rows; ++i) c(i, j) += a(i, k) * b(k, j);
  return c;
}
template <class T>
Matrix<T> adjoint(const Matrix<T>& a) {
  Matrix<T> b{a.columns, a.rows};
  for (int j = 0; j < a.columns; ++j)
    for (int i = 0; i < a.rows; ++i) b(j, i) = conjugate(a(i, j));
  return b;
}
// NaN if there is one in a or b.
template <class T>
double largest_difference(const Matrix<T>& a, const Matrix<T>& b) {
  double largest = 0;
  for (std::size_t i = 0; i < a.values.size(); ++i) {
    const double difference = std::abs(a.values[i] - b.values[i]);
    if (!(difference <= largest)) largest = difference;
  }
  return largest;
}
template <class T>
double distance_from_orthonormal(const Matrix<T>& a) {
  Matrix<T> identity{a.columns, a.columns};
  for (int i = 0; i < a.columns; ++i) identity(i, i) = 1;
  return largest_difference(product(adjoint(a), a), identity);
}

Matrix<double> random_matrix(int rows, int columns, unsigned seed) {
  std::mt19937 bits(seed);
  std::uniform_real_distribution<double> uniform(-1, 1);
  Matrix<double> a{rows, columns};
  for (double& x : a.values) x = uniform(bits);
  return a;
}
Matrix<Complex> random_hermitian(int n, unsigned seed) {
  const Matrix<double> real = random_matrix(n, n, seed), imaginary = random_matrix(n, n, seed + 1);
  Matrix<Complex> a{n, n};
  for (int j = 0; j < n; ++j)
    for (int i = j; i < n; ++i) {
      a(i, j) = {real(i, j), i == j ? 0 : imaginary(i, j)};
      a(j, i) = std::conj(a(i, j));
    }
  return a;
}

// Managed memory that begins as a copy.
template <class T>
struct Managed {
  explicit Managed(std::size_t count) { cudaMallocManaged(&data, std::max<std::size_t>(count, 1) * sizeof(T)); }
  template <class From>
  explicit Managed(const std::vector<From>& values) : Managed(values.size()) {
    std::copy(values.begin(), values.end(), reinterpret_cast<From*>(data));
  }
  ~Managed() { cudaFree(data); }
  Managed(const Managed&) = delete;
  Managed& operator=(const Managed&) = delete;
  T* data;
};

struct Dense : testing::Test {
  Dense() { cusolverDnCreate(&handle); }
  ~Dense() override { cusolverDnDestroy(handle); }
  cusolverDnHandle_t handle;
  Managed<int> info{1};
  Managed<double> work{10000};
};

// A v = lambda v, with the eigenvalues in ascending order.
template <class T>
void expect_eigenvectors(const Matrix<T>& a, const Matrix<T>& v, const double* lambda, double scale) {
  EXPECT_LT(distance_from_orthonormal(v), 1e-13);
  Matrix<T> scaled = v;
  for (int j = 0; j < v.columns; ++j)
    for (int i = 0; i < v.rows; ++i) scaled(i, j) *= lambda[j];
  EXPECT_LT(largest_difference(product(a, v), scaled) / scale, 1e-13 * a.rows);
  EXPECT_TRUE(std::is_sorted(lambda, lambda + a.rows));
}

TEST_F(Dense, EigenvectorsOfSymmetricMatrices) {
  for (const double scale : {1.0, 1e-300, 1e300})
    for (const int n : {1, 2, 3, 37}) {
      Matrix<double> a = random_matrix(n, n, 7);
      for (int j = 0; j < n; ++j)
        for (int i = j; i < n; ++i) a(j, i) = a(i, j) *= scale;
      Matrix<double> read = a;  // the other triangle is not read
      for (int j = 0; j < n; ++j)
        for (int i = 0; i < j; ++i) read(i, j) = nan;
      Managed<double> d_a(read.values), d_w(n);
      ASSERT_EQ(cusolverDnDsyevd(handle, CUSOLVER_EIG_MODE_VECTOR, CUBLAS_FILL_MODE_LOWER, n, d_a.data, n, d_w.data,
                                 work.data, 10000, info.data),
                CUSOLVER_STATUS_SUCCESS);
      ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
      Matrix<double> v{n, n, {d_a.data, d_a.data + n * n}};
      expect_eigenvectors(a, v, d_w.data, scale);
    }
}

TEST_F(Dense, EigenvectorsOfHermitianMatrices) {
  for (const int n : {1, 2, 3, 37}) {
    const Matrix<Complex> a = random_hermitian(n, 11);
    Managed<cuDoubleComplex> d_a(a.values);
    Managed<double> d_w(n);
    ASSERT_EQ(cusolverDnZheevd(handle, CUSOLVER_EIG_MODE_VECTOR, CUBLAS_FILL_MODE_UPPER, n, d_a.data, n, d_w.data,
                               reinterpret_cast<cuDoubleComplex*>(work.data), 5000, info.data),
              CUSOLVER_STATUS_SUCCESS);
    ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    const Complex* const first = reinterpret_cast<Complex*>(d_a.data);
    expect_eigenvectors(a, Matrix<Complex>{n, n, {first, first + n * n}}, d_w.data, 1);
  }
}

TEST_F(Dense, EigenvaluesOfNaNAreNaN) {
  Managed<double> d_a(std::vector<double>{1, nan, nan, 2}), d_w(2);
  cusolverDnDsyevd(handle, CUSOLVER_EIG_MODE_VECTOR, CUBLAS_FILL_MODE_LOWER, 2, d_a.data, 2, d_w.data, work.data, 10000,
                   info.data);
  cudaDeviceSynchronize();
  EXPECT_TRUE(std::isnan(d_w.data[0]) && std::isnan(d_w.data[1]) && std::isnan(d_a.data[0]));
}

// All of U, only as many columns as there are values, or none.
TEST_F(Dense, SingularValues) {
  for (const double scale : {1.0, 1e-300, 1e300})
    for (const auto& [m, n] : {std::pair{1, 1}, {3, 3}, {5, 2}, {37, 20}})
      for (const char job : {'A', 'S', 'N'}) {
        Matrix<double> a = random_matrix(m, n, 13);
        for (double& x : a.values) x *= scale;
        for (int i = 0; i < m && n > 2; ++i) a(i, 2) = a(i, 0);  // two equal columns: a singular value is 0
        const int columns = job == 'A' ? m : job == 'S' ? n : 0;
        Managed<double> d_a(a.values), d_s(n), d_u(static_cast<std::size_t>(m) * columns), d_vt(n * n);
        ASSERT_EQ(cusolverDnDgesvd(handle, job, job == 'N' ? 'N' : 'A', m, n, d_a.data, m, d_s.data, d_u.data, m,
                                   d_vt.data, n, work.data, 10000, nullptr, info.data),
                  CUSOLVER_STATUS_SUCCESS);
        ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
        EXPECT_TRUE(std::is_sorted(d_s.data, d_s.data + n, std::greater<>()));
        double squares = 0, expected = 0;
        for (int j = 0; j < n; ++j) squares += d_s.data[j] / scale * (d_s.data[j] / scale);
        for (const double x : a.values) expected += x / scale * (x / scale);
        EXPECT_NEAR(squares, expected, 1e-12 * expected);
        if (n > 2) {
          EXPECT_LT(d_s.data[n - 1], 1e-14 * n * d_s.data[0]);
        }
        if (job == 'N') continue;
        const Matrix<double> u{m, columns, {d_u.data, d_u.data + m * columns}},
            vt{n, n, {d_vt.data, d_vt.data + n * n}};
        EXPECT_LT(distance_from_orthonormal(u), 1e-13);
        EXPECT_LT(distance_from_orthonormal(vt), 1e-13);
        Matrix<double> scaled{m, n};
        for (int j = 0; j < n; ++j)
          for (int i = 0; i < m; ++i) scaled(i, j) = u(i, j) * d_s.data[j];
        EXPECT_LT(largest_difference(product(scaled, vt), a) / scale, 1e-13 * m) << m << " x " << n << ' ' << job;
      }
}

// Q R is the matrix, with Q from either side, transposed or not.
TEST_F(Dense, ReflectionsOfTallAndWideMatrices) {
  for (const auto& shape : {std::pair{1, 1}, {4, 4}, {9, 3}, {3, 9}}) {
    const int m = shape.first, n = shape.second;
    const Matrix<double> a = random_matrix(m, n, 17);
    const int k = std::min(m, n);
    Managed<double> d_a(a.values), tau(k);
    ASSERT_EQ(cusolverDnDgeqrf(handle, m, n, d_a.data, m, tau.data, work.data, 10000, info.data),
              CUSOLVER_STATUS_SUCCESS);
    cudaDeviceSynchronize();
    Matrix<double> r{m, n};
    for (int j = 0; j < n; ++j)
      for (int i = 0; i <= std::min(j, m - 1); ++i) r(i, j) = d_a.data[i + j * m];
    Managed<double> d_r(r.values), d_back(a.values), d_row(adjoint(a).values), d_back_row(adjoint(r).values);
    const auto apply = [&](cublasSideMode_t side, cublasOperation_t op, int rows, int columns, double* c) {
      ASSERT_EQ(cusolverDnDormqr(handle, side, op, rows, columns, k, d_a.data, m, tau.data, c, rows, work.data, 10000,
                                 info.data),
                CUSOLVER_STATUS_SUCCESS);
      cudaDeviceSynchronize();
    };
    apply(CUBLAS_SIDE_LEFT, CUBLAS_OP_N, m, n, d_r.data);          // Q R = A
    apply(CUBLAS_SIDE_LEFT, CUBLAS_OP_T, m, n, d_back.data);       // Q' A = R
    apply(CUBLAS_SIDE_RIGHT, CUBLAS_OP_N, n, m, d_row.data);       // A' Q = R'
    apply(CUBLAS_SIDE_RIGHT, CUBLAS_OP_T, n, m, d_back_row.data);  // R' Q' = A'
    const auto as_matrix = [](int rows, int columns, const double* values) {
      return Matrix<double>{rows, columns, {values, values + rows * columns}};
    };
    EXPECT_LT(largest_difference(as_matrix(m, n, d_r.data), a), 1e-14 * m * n);
    EXPECT_LT(largest_difference(as_matrix(m, n, d_back.data), r), 1e-14 * m * n);
    EXPECT_LT(largest_difference(as_matrix(n, m, d_row.data), adjoint(r)), 1e-14 * m * n);
    EXPECT_LT(largest_difference(as_matrix(n, m, d_back_row.data), adjoint(a)), 1e-14 * m * n);
  }
}

// A complex matrix by rows, without zeros.
struct Csr {
  explicit Csr(const Matrix<Complex>& a) : offsets{0} {
    for (int i = 0; i < a.rows; ++i) {
      for (int j = 0; j < a.columns; ++j) {
        if (a(i, j) == 0.0) continue;
        values.push_back(a(i, j));
        columns.push_back(j);
      }
      offsets.push_back(static_cast<int>(columns.size()));
    }
  }
  std::vector<Complex> values;
  std::vector<int> columns, offsets;
};

enum class By { qr, cholesky };

struct Sparse : testing::Test {
  Sparse() {
    cusolverSpCreate(&handle);
    cusparseCreateMatDescr(&description);
  }
  ~Sparse() override {
    cusparseDestroyMatDescr(description);
    cusolverSpDestroy(handle);
  }
  // Solves a x = b; returns x.
  std::vector<Complex> solve(By method, const Matrix<Complex>& a, const std::vector<Complex>& b) {
    const Csr csr(a);
    Managed<cuDoubleComplex> values(csr.values), right(b), x(b.size());
    Managed<int> offsets(csr.offsets), columns(csr.columns);
    const auto function = method == By::qr ? cusolverSpZcsrlsvqr : cusolverSpZcsrlsvchol;
    EXPECT_EQ(function(handle, a.rows, static_cast<int>(csr.values.size()), description, values.data, offsets.data,
                       columns.data, right.data, 1e-12, 0, x.data, &singularity),
              CUSOLVER_STATUS_SUCCESS);
    const Complex* const first = reinterpret_cast<Complex*>(x.data);
    return {first, first + b.size()};
  }
  cusolverSpHandle_t handle;
  cusparseMatDescr_t description;
  int singularity = -2;
};

// Neighbours on a ring, Hermitian, with a diagonal that makes it positive definite.
Matrix<Complex> ring(int n, double diagonal) {
  Matrix<Complex> a{n, n};
  for (int i = 0; i < n; ++i) {
    a(i, i) = diagonal;
    a((i + 1) % n, i) += Complex(-1, 0.5);
    a(i, (i + 1) % n) += Complex(-1, -0.5);
  }
  return a;
}

TEST_F(Sparse, ComplexSystems) {
  for (const By method : {By::qr, By::cholesky})
    for (const int n : {3, 4, 50}) {
      Matrix<Complex> a = ring(n, 3);
      if (method == By::qr) a(0, n - 1) *= Complex(2, 3), a(1, 1) = 0;  // no longer Hermitian
      std::vector<Complex> expected(n), b(n);
      for (int i = 0; i < n; ++i) expected[i] = {i % 5 - 1.0, i % 3 * 0.5};
      for (int j = 0; j < n; ++j)
        for (int i = 0; i < n; ++i) b[i] += a(i, j) * expected[j];
      const std::vector<Complex> x = solve(method, a, b);
      EXPECT_EQ(singularity, -1);
      for (int i = 0; i < n; ++i) EXPECT_LT(std::abs(x[i] - expected[i]), 1e-12) << n << ' ' << i;
    }
}

TEST_F(Sparse, ComplexColumnThatDependsOnAnother) {
  Matrix<Complex> a = ring(6, 3);
  for (int i = 0; i < 6; ++i) a(i, 4) = Complex(0, 2) * a(i, 1);
  solve(By::qr, a, std::vector<Complex>(6, 1.0));
  EXPECT_EQ(singularity, 4);
}

TEST_F(Sparse, ComplexStepWithoutAPositivePivot) {
  Matrix<Complex> a = ring(6, 3);
  a(3, 3) = -1;
  solve(By::cholesky, a, std::vector<Complex>(6, 1.0));
  EXPECT_EQ(singularity, 3);
}

// Cholesky's method reads one triangle and the real part of the diagonal.
TEST_F(Sparse, CholeskyReadsTheLowerTriangle) {
  Matrix<Complex> a = ring(5, 3);
  std::vector<Complex> ones(5, 1.0);
  const std::vector<Complex> expected = solve(By::cholesky, a, ones);
  for (int j = 0; j < 5; ++j) {
    a(j, j) += Complex(0, 7);
    for (int i = 0; i < j; ++i) a(i, j) = 99;
  }
  EXPECT_EQ(solve(By::cholesky, a, ones), expected);
}

}  // namespace
