#include "ch18_cusolver/eigenvalues/eigenvalues.h"

#include <cmath>
#include <fstream>

#include "common/owners.h"
#include "common/testing.h"
#include "common/values.h"

namespace {

using namespace eigenvalues;

template <typename Real>
std::vector<Real> random_symmetric(std::size_t n, unsigned seed) {
  std::vector<Real> a = random_reals<Real>(n * n, -1, 1, seed);
  for (std::size_t j = 0; j < n; ++j)
    for (std::size_t i = 0; i < j; ++i) a[i + j * n] = a[j + i * n];
  return a;
}

template <typename Real>
struct Solved {
  std::vector<Real> v, w;
};

// The triangle that must not be read is spoilt: a method that reads it gets a different matrix.
template <typename Real>
Solved<Real> solved(const Rung<Real>& rung, std::vector<Real> a, int n, int count, cublasFillMode_t fill) {
  for (int m = 0; m < count; ++m)
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i)
        if (fill == CUBLAS_FILL_MODE_LOWER ? i < j : i > j) a[i + (j + std::size_t(m) * n) * n] = 1000;
  DeviceBuffer<Real> d_v(a);
  auto d_w = poisoned<Real>(std::size_t(n) * count);
  auto d_info = poisoned<int>(count);
  const CusolverHandle handle;
  const Stream stream;
  handle.use(stream);
  const Task<Real> task{d_v.data(), n, count, fill, d_w.data(), d_info.data()};
  const int size = rung.size(handle, task);
  DeviceBuffer<Real> d_work(size);
  check(cudaDeviceSynchronize());  // what fills the arrays is in the default stream, for which others do not wait
  rung.run(handle, task, d_work.data(), size);
  stream.wait();
  EXPECT_EQ(d_info.to_host(), std::vector<int>(count)) << rung.name;
  return {d_v.to_host(), d_w.to_host()};
}

// As quality_of, in plain loops.
template <typename Real>
Quality quality_cpu(const Real* a, const Real* v, const Real* w, int n) {
  double residual = 0, orthogonality = 0, size = 0;
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i) {
      double r = -double{v[i + j * n]} * double{w[j]}, o = i == j ? -1 : 0;
      for (int k = 0; k < n; ++k) {
        r += double{a[i + k * n]} * double{v[k + j * n]};
        o += double{v[k + i * n]} * double{v[k + j * n]};
      }
      residual += r * r;
      orthogonality += o * o;
      size += double{a[i + j * n]} * double{a[i + j * n]};
    }
  const double unit = n * static_cast<double>(std::numeric_limits<Real>::epsilon()) / 2;
  return {std::sqrt(residual / (size > 0 ? size : 1)) / unit, std::sqrt(orthogonality) / unit};
}

template <typename Real>
void expect_right(const Rung<Real>& rung, const std::vector<Real>& a, int n, int count, cublasFillMode_t fill) {
  SCOPED_TRACE(std::string(rung.name) + ", n = " + std::to_string(n));
  const Solved<Real> s = solved(rung, a, n, count, fill);
  for (int m = 0; m < count; ++m) {
    const std::size_t place = std::size_t(m) * n * n;
    const Quality q = quality_cpu(&a[place], &s.v[place], &s.w[std::size_t(m) * n], n);
    EXPECT_LE(q.residual, rung.bound(n)) << "matrix " << m;
    EXPECT_LE(q.orthogonality, rung.bound(n)) << "matrix " << m;
    for (int i = 1; i < n; ++i)
      EXPECT_LE(s.w[std::size_t(m) * n + i - 1], s.w[std::size_t(m) * n + i]) << "not ascending";
  }
}

template <typename Real>
void expect_rungs_solve() {
  for (const Rung<Real>& rung : ladder<Real>())
    for (const int n : all_or_few<int>({1, 2, 3, 16, 31, 32, 33, 70}, {3, 33})) {
      if (rung.batched && n > most_batched) continue;
      for (const cublasFillMode_t fill : {CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER})
        expect_right(rung, random_symmetric<Real>(n, test_seed()), n, 1, fill);
    }
}

TEST(Eigenvalues, RungsSolveInSingle) {
  expect_rungs_solve<float>();
}
TEST(Eigenvalues, RungsSolveInDouble) {
  expect_rungs_solve<double>();
}

TEST(Eigenvalues, RungsSolveManyMatrices) {
  for (const Rung<double>& rung : ladder<double>()) {
    std::vector<double> a;
    for (int m = 0; m < 5; ++m) {
      const auto next = random_symmetric<double>(7, test_seed() + m);
      a.insert(a.end(), next.begin(), next.end());
    }
    expect_right(rung, a, 7, 5, CUBLAS_FILL_MODE_LOWER);
  }
}

// 2 on the diagonal and -1 beside it: the eigenvalues are 2 - 2 cos(pi k / (n + 1)).
TEST(Eigenvalues, KnownOnes) {
  constexpr int n = 20;
  std::vector<double> a(n * n);
  for (int i = 0; i < n; ++i) {
    a[i + i * n] = 2;
    if (i > 0) a[i - 1 + i * n] = a[i + (i - 1) * n] = -1;
  }
  for (const Rung<double>& rung : ladder<double>()) {
    const Solved<double> s = solved(rung, a, n, 1, CUBLAS_FILL_MODE_LOWER);
    // An eigenvalue is off by no more than the residual; |A| is the root of 20 * 4 + 38.
    const double bound = rung.bound(n) * n * 0x1p-53 * std::sqrt(118.0);
    for (int k = 1; k <= n; ++k)
      EXPECT_NEAR(s.w[k - 1], 2 - 2 * std::cos(std::acos(-1.0) * k / (n + 1)), bound) << rung.name;
  }
}

TEST(Eigenvalues, QualityIsThatOfPlainLoops) {
  for (const int n : all_or_few<int>({1, 5, 16, 17, 33}, {5, 33})) {
    const auto a = random_symmetric<double>(n, test_seed());
    const auto v = random_reals<double>(n * n, -1, 1, test_seed() + 1),
               w = random_reals<double>(n, -1, 1, test_seed() + 2);
    const Guarded<double> d_a(a), d_v(v), d_w(w);
    const Quality device = quality_of(d_a.data(), d_v.data(), d_w.data(), n),
                  host = quality_cpu(&a[0], &v[0], &w[0], n);
    EXPECT_NEAR(device.residual / host.residual, 1, 1e-12) << n;
    EXPECT_NEAR(device.orthogonality / host.orthogonality, 1, 1e-12) << n;
  }
}

TEST(Eigenvalues, WrongArgumentsGiveTheLibrarysStatus) {
  const CusolverHandle handle;
  try {
    DeviceBuffer<double> a(4), w(2), work(1);
    DeviceBuffer<int> info(1);
    check(cusolverDnDsyevd(handle, CUSOLVER_EIG_MODE_VECTOR, CUBLAS_FILL_MODE_LOWER, 2, a.data(), 1, w.data(),
                           work.data(), 0, info.data()));
    ADD_FAILURE() << "a distance of 1 between columns of 2, and no workspace, are taken";
  } catch (const LibraryError& error) {
    EXPECT_EQ(error.name, "CUSOLVER_STATUS_INVALID_VALUE");
  }
  EXPECT_EQ(name_of(static_cast<cusolverStatus_t>(99)), "cuSOLVER's status 99");
  EXPECT_THROW(require_success({0, 3}, "syevd"), LibraryError);
}

TEST(EigenvaluesProgram, ReadsAMatrixFromAFile) {
  const std::string path = temporary_file("symmetric.mtx");
  std::ofstream(path) << "%%MatrixMarket matrix coordinate real symmetric\n2 2 3\n1 1 2\n2 1 1\n2 2 2\n";
  const Ended ended =
      run_program({PROGRAM, "--repeats", "1", "--matrix", path, "--precision", "double", "--count", "3"});
  if (ended.status == 77) GTEST_SKIP() << ended.err;
  EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
  EXPECT_NE(ended.out.find("eigenvalues: 1 3\n"), std::string::npos) << ended.out;
  for (const Rung<double>& rung : ladder<double>())
    EXPECT_NE(ended.out.find(rung.name), std::string::npos) << rung.name;
}

TEST(EigenvaluesProgram, SaysWhatTheLibraryRefusesInOneLine) {
  const Ended ended = run_program({PROGRAM, "--n", "0"});
  if (ended.status == 77) GTEST_SKIP() << ended.err;
  EXPECT_EQ(ended.status, 3);
  EXPECT_EQ(count_lines(ended.err), 1) << ended.err;
  EXPECT_NE(ended.err.find("CUSOLVER_STATUS_INVALID_VALUE"), std::string::npos) << ended.err;
}

TEST(EigenvaluesProgram, RefusesAMatrixThatIsNotSymmetricInOneLine) {
  const std::string path = temporary_file("general.mtx");
  std::ofstream(path) << "%%MatrixMarket matrix array real general\n2 2\n1\n2\n3\n4\n";
  const Ended ended = run_program({PROGRAM, "--matrix", path});
  if (ended.status == 77) GTEST_SKIP() << ended.err;
  EXPECT_EQ(ended.status, 2);
  EXPECT_EQ(count_lines(ended.err), 1) << ended.err;
  EXPECT_NE(ended.err.find("not symmetric in row 1, column 2"), std::string::npos) << ended.err;
}

}  // namespace
