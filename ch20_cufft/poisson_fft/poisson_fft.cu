// Poisson's equation by a Fourier transform: transform, divide each wave by its eigenvalue, transform back.
#include "ch20_cufft/poisson_fft/poisson_fft.h"

#include "common/check.h"

namespace poisson_fft {
namespace {

constexpr int block_size = 256;

// The number of periods of a wave over the square. Indices from n / 2 on are waves in the opposite direction.
__device__ double turns(std::size_t place, std::size_t n) {
  return 2 * place <= n ? static_cast<double>(place) : static_cast<double>(place) - static_cast<double>(n);
}

// -(u_xx + u_yy) = 4 pi^2 (k^2 + l^2) u for a wave u with k turns in x and l in y.
struct Derivatives {
  __device__ static double eigenvalue(double k, std::size_t) { return two_pi * k * (two_pi * k); }
};

// The five-point formula (4 u - its four neighbours) / h^2 makes 4 / h^2 sin^2(pi k h) of each direction's part.
struct Differences {
  __device__ static double eigenvalue(double k, std::size_t n) {
    const double root = 2 * static_cast<double>(n) * sinpi(k / static_cast<double>(n));
    return root * root;
  }
};

// One thread per wave. The round trip of cuFFT multiplies by the number of points: this kernel divides by it.
template <typename Operator, typename Complex>
__global__ void divide_kernel(Complex* spectrum, Grid grid) {
  const std::size_t place = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  if (place >= grid.frequencies()) return;
  const std::size_t cols = grid.cols / 2 + 1, row = place / cols, col = place % cols;
  if (place == 0) {  // the mean: no u has a mean in its derivatives
    spectrum[0] = {0, 0};
    return;
  }
  const double eigenvalue =
      Operator::eigenvalue(turns(row, grid.rows), grid.rows) + Operator::eigenvalue(turns(col, grid.cols), grid.cols);
  const double factor = 1 / (eigenvalue * static_cast<double>(grid.points()));
  using Real = decltype(spectrum->x);
  spectrum[place] = {static_cast<Real>(spectrum[place].x * factor), static_cast<Real>(spectrum[place].y * factor)};
}

template <typename Operator, typename Real>
void solve(const Real* f, Real* u, FftComplex<Real>* spectrum, Grid grid, const RealFft<Real>& plans,
           cudaStream_t stream) {
  plans.use(stream);
  plans.forward.forward(const_cast<Real*>(f), spectrum);  // cuFFT takes it without const, and does not change it
  divide_kernel<Operator><<<blocks_for(grid.frequencies(), block_size), block_size, 0, stream>>>(spectrum, grid);
  check(cudaGetLastError());
  plans.inverse.inverse(spectrum, u);
}

// ---- Rung 1. The solution of the difference equations, as an iteration would find it after many steps.
template <typename Real>
void finite_differences(const Real* f, Real* u, FftComplex<Real>* spectrum, Grid grid, const RealFft<Real>& plans,
                        cudaStream_t stream) {
  solve<Differences>(f, u, spectrum, grid, plans, stream);
}

// ---- Rung 2. Same as rung 1, except that each wave is divided by the eigenvalue of the derivatives.
template <typename Real>
void spectral(const Real* f, Real* u, FftComplex<Real>* spectrum, Grid grid, const RealFft<Real>& plans,
              cudaStream_t stream) {
  solve<Derivatives>(f, u, spectrum, grid, plans, stream);
}

}  // namespace

template <typename Real>
std::span<const Rung<Real>> ladder() {
  static constexpr Rung<Real> rungs[] = {
      {"finite_differences", finite_differences<Real>, difference_eigenvalue},
      {"spectral", spectral<Real>, spectral_eigenvalue},
  };
  return rungs;
}
template std::span<const Rung<float>> ladder();
template std::span<const Rung<double>> ladder();

}  // namespace poisson_fft
