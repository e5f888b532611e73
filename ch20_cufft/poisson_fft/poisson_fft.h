// Poisson's equation on a periodic square: -(u_xx + u_yy) = f, periodic in x and y, both from 0 to 1. A Fourier
// transform turns the derivatives into factors, so that solving becomes a division.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

#include "common/cufft.h"

namespace poisson_fft {

// f and u are known at rows * cols points: element (i, j) at y = i / rows, x = j / cols.
struct Grid {
  std::size_t rows, cols;  // 1 at least

  __host__ __device__ std::size_t points() const { return rows * cols; }
  // Of a real array's spectrum: rows of cols / 2 + 1 complex numbers.
  __host__ __device__ std::size_t frequencies() const { return rows * (cols / 2 + 1); }
  std::vector<int> sizes() const { return {static_cast<int>(rows), static_cast<int>(cols)}; }
};

// ---- A problem with a known solution: u = exp(cos 2 pi x + cos 2 pi y), minus its mean over the grid's points.
inline constexpr double two_pi = 6.283185307179586477;

struct Problem {
  std::vector<double> f, u;
};

inline Problem known_problem(Grid grid) {
  Problem p{std::vector<double>(grid.points()), std::vector<double>(grid.points())};
  double mean = 0;
  for (std::size_t i = 0; i < grid.rows; ++i)
    for (std::size_t j = 0; j < grid.cols; ++j) {
      const double y = two_pi * static_cast<double>(i) / static_cast<double>(grid.rows);
      const double x = two_pi * static_cast<double>(j) / static_cast<double>(grid.cols);
      const double u = std::exp(std::cos(x) + std::cos(y));
      const double curved = std::sin(x) * std::sin(x) - std::cos(x) + std::sin(y) * std::sin(y) - std::cos(y);
      p.f[i * grid.cols + j] = -two_pi * two_pi * curved * u;
      p.u[i * grid.cols + j] = u;
      mean += u / static_cast<double>(grid.points());
    }
  for (double& u : p.u) u -= mean;
  return p;
}

// ---- The largest error for the known problem on an n * n grid, without rounding.
// The wave with k periods in x and l in y has the factor I_k(1) I_l(1) in u (modified Bessel functions), and 4 pi^2
// (k^2 + l^2) times that in f. In the grid's points it looks like the wave that differs by whole multiples of n in k
// and l and has the fewest periods, and a rung divides it by that wave's eigenvalue. The quotient of the two, less 1,
// is its error. All factors are positive, so nothing cancels in x = y = 0: the largest error is the sum of all.
using Eigenvalue = double (*)(double k, double l, double n);

inline double spectral_eigenvalue(double k, double l, double) {
  return two_pi * two_pi * (k * k + l * l);
}
inline double difference_eigenvalue(double k, double l, double n) {
  const double x = 2 * n * std::sin(two_pi / 2 * k / n), y = 2 * n * std::sin(two_pi / 2 * l / n);
  return x * x + y * y;
}

inline double theory(Eigenvalue eigenvalue, std::size_t n) {
  const int size = static_cast<int>(n), most = 40;  // I_40(1) is less than 1e-59
  const auto seen_as = [&](int k) { return k - size * static_cast<int>(std::lround(1.0 * k / size)); };
  double error = 0;
  for (int k = -most; k <= most; ++k)
    for (int l = -most; l <= most; ++l) {
      const int seen_k = seen_as(k), seen_l = seen_as(l);
      if (seen_k == 0 && seen_l == 0) continue;  // a constant, which both leave out
      const double factor = std::cyl_bessel_i(std::abs(k), 1.0) * std::cyl_bessel_i(std::abs(l), 1.0);
      error += factor * (spectral_eigenvalue(k, l, size) / eigenvalue(seen_k, seen_l, size) - 1);
    }
  return error;
}

// What rounding may add, in the 2-norm: f is rounded, and each of two transforms is off by fft_bound of its norm; the
// smallest eigenvalue is at least 16, that of the difference formula for n = 2.
template <typename Real>
double rounding(const Problem& p) {
  double f = 0, u = 0;
  for (const double v : p.f) f += v * v;
  for (const double v : p.u) u += v * v;
  return 2 * fft_bound<Real>(p.f.size()) * (std::sqrt(f) / 16 + std::sqrt(u));
}

// The rungs. f: points() values, not changed; their mean is taken as 0, since otherwise no solution is periodic. u:
// points() values, of mean 0. spectrum: frequencies() values. plans are those for grid.sizes(). They do not wait for
// the device, and throw CudaError or LibraryError.
template <typename Real>
struct Rung {
  const char* name;
  void (*run)(const Real* f, Real* u, FftComplex<Real>* spectrum, Grid grid, const RealFft<Real>& plans,
              cudaStream_t stream);
  Eigenvalue eigenvalue;
};

template <typename Real>
std::span<const Rung<Real>> ladder();

}  // namespace poisson_fft
