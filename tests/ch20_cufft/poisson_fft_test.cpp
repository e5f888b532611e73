#include "ch20_cufft/poisson_fft/poisson_fft.h"

#include <cmath>

#include "common/owners.h"
#include "common/testing.h"
#include "common/values.h"

namespace {

using namespace poisson_fft;

constexpr Grid grids[] = {{1, 1}, {1, 8}, {8, 1}, {2, 2}, {3, 5}, {16, 16}, {31, 33}, {32, 30}, {100, 7}};

template <typename Real>
std::vector<Real> solved(const Rung<Real>& rung, const std::vector<Real>& f, Grid grid) {
  const RealFft<Real> plans(grid.sizes());
  const Guarded<Real> d_f(f);
  auto d_u = poisoned<Real>(grid.points());
  auto d_spectrum = poisoned<FftComplex<Real>>(grid.frequencies());
  check(cudaDeviceSynchronize());  // what fills the arrays is in the default stream, for which others do not wait
  const Stream stream;
  rung.run(d_f.data(), d_u.data(), d_spectrum.data(), grid, plans, stream);
  stream.wait();
  EXPECT_EQ(d_f.to_host(), f) << "the input was changed";
  return d_u.to_host();
}

double norm(const std::vector<double>& x) {
  double sum = 0;
  for (const double v : x) sum += v * v;
  return std::sqrt(sum);
}

// The five-point formula, applied directly to u, without a transform.
std::vector<double> differences_cpu(const std::vector<double>& u, Grid grid) {
  std::vector<double> f(u.size());
  const double per_y = static_cast<double>(grid.rows * grid.rows), per_x = static_cast<double>(grid.cols * grid.cols);
  const auto at = [&](std::size_t i, std::size_t j) { return u[i % grid.rows * grid.cols + j % grid.cols]; };
  for (std::size_t i = 0; i < grid.rows; ++i)
    for (std::size_t j = 0; j < grid.cols; ++j)
      f[i * grid.cols + j] = per_y * (2 * at(i, j) - at(i + 1, j) - at(i + grid.rows - 1, j)) +
                             per_x * (2 * at(i, j) - at(i, j + 1) - at(i, j + grid.cols - 1));
  return f;
}

// A transform's error, relative to u's norm, is multiplied by the largest eigenvalue.
TEST(PoissonFft, FiniteDifferencesSolveTheirEquations) {
  for (const Grid grid : grids) {
    std::vector<double> f = random_reals<double>(grid.points(), -1, 1, test_seed());
    const std::vector<double> u = solved(ladder<double>()[0], f, grid);
    double mean = 0, mean_of_u = 0;
    for (std::size_t i = 0; i < f.size(); ++i) {
      mean += f[i] / static_cast<double>(f.size());
      mean_of_u += u[i] / static_cast<double>(f.size());
    }
    const std::vector<double> applied = differences_cpu(u, grid);
    std::vector<double> difference(f.size());
    for (std::size_t i = 0; i < f.size(); ++i) difference[i] = applied[i] - (f[i] - mean);
    const double largest = 4.0 * static_cast<double>(grid.rows * grid.rows + grid.cols * grid.cols);
    const double bound = 4 * fft_bound<double>(grid.points()) * (norm(f) + largest * norm(u));
    EXPECT_LE(norm(difference), bound) << grid.rows << " * " << grid.cols;
    EXPECT_LE(std::abs(mean_of_u), fft_bound<double>(grid.points()) * (1 + norm(u)));
  }
}

// A wave is divided by its eigenvalue, at every place in the spectrum; under a sanitizer at some.
template <typename Real>
void expect_waves_are_divided() {
  const int step = sanitized() ? 4 : 1;
  for (const auto& rung : ladder<Real>())
    for (const Grid grid : all_or_few<Grid>({{8, 8}, {9, 16}, {31, 12}}, {{9, 16}}))
      for (int k = 0; 2 * k <= static_cast<int>(grid.cols); k += step)
        for (int l = -static_cast<int>((grid.rows - 1) / 2); 2 * l <= static_cast<int>(grid.rows); l += step) {
          std::vector<Real> f(grid.points());
          for (std::size_t i = 0; i < f.size(); ++i) {
            const double x = static_cast<double>(i % grid.cols) / static_cast<double>(grid.cols);
            const double y = static_cast<double>(i / grid.cols) / static_cast<double>(grid.rows);
            f[i] = static_cast<Real>(std::cos(two_pi * (k * x + l * y)));
          }
          const std::vector<Real> u = solved(rung, f, grid);
          const double value = rung.eigenvalue(k, 0, static_cast<double>(grid.cols)) +
                               rung.eigenvalue(0, l, static_cast<double>(grid.rows));
          std::vector<double> expected(f.begin(), f.end());
          for (double& v : expected) v = k == 0 && l == 0 ? 0 : v / value;
          // The waves' rounding is divided by 16 at least.
          EXPECT_LE(max_absolute_error(u, expected), fft_bound<Real>(f.size()) * std::sqrt(f.size()) / 8)
              << rung.name << ", " << grid.rows << " * " << grid.cols << ", " << k << " and " << l << " turns";
        }
}

TEST(PoissonFft, WavesAreDividedInSingle) {
  expect_waves_are_divided<float>();
}
TEST(PoissonFft, WavesAreDividedInDouble) {
  expect_waves_are_divided<double>();
}

TEST(PoissonFft, ErrorIsWhatTheorySays) {
  for (const auto& rung : ladder<double>())
    for (const std::size_t n : all_or_few<std::size_t>({4, 5, 8, 16, 31, 64}, {5, 16})) {
      const Grid grid{n, n};
      const Problem problem = known_problem(grid);
      const double error = max_absolute_error(solved(rung, problem.f, grid), problem.u);
      const double predicted = theory(rung.eigenvalue, n);
      EXPECT_NEAR(error, predicted, 1e-9 * predicted + rounding<double>(problem)) << rung.name << " " << n;
    }
  EXPECT_NEAR(theory(difference_eigenvalue, 256) / theory(difference_eigenvalue, 512), 4, 0.01);
  EXPECT_LT(theory(spectral_eigenvalue, 32), 1e-12);
}

TEST(PoissonFftProgram, ShowsBothErrors) {
  const Ended ended = run_program({PROGRAM, "--repeats", "1", "--n", "16", "--most", "32", "--precision", "double"});
  if (ended.status == 77) GTEST_SKIP() << ended.err;
  EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
  for (const auto& rung : ladder<double>()) EXPECT_NE(ended.out.find(rung.name), std::string::npos);
}

TEST(PoissonFftProgram, RefusesAGridThatIsTooSmallInOneLine) {
  const Ended ended = run_program({PROGRAM, "--n", "1"});
  EXPECT_EQ(ended.status, 2);
  EXPECT_EQ(count_lines(ended.err), 1) << ended.err;
}

}  // namespace
