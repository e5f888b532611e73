// A low pass: transform, drop the high frequencies, transform back.
#include "ch20_cufft/filter/filter.h"

#include "common/check.h"

namespace filter {
namespace {

constexpr int block_size = 256;

// One thread per frequency. cuFFT divides by n in neither direction, so the kernel in between does.
template <typename Complex>
__global__ void keep_low_kernel(Complex* spectrum, std::size_t n, std::size_t cutoff) {
  const std::size_t k = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  if (k >= frequencies(n)) return;
  const auto scale = static_cast<decltype(spectrum->x)>(k <= cutoff ? 1.0 / static_cast<double>(n) : 0.0);
  spectrum[k] = {spectrum[k].x * scale, spectrum[k].y * scale};
}

template <typename Complex>
void keep_low(Complex* spectrum, std::size_t n, std::size_t cutoff, cudaStream_t stream) {
  keep_low_kernel<<<blocks_for(frequencies(n), block_size), block_size, 0, stream>>>(spectrum, n, cutoff);
  check(cudaGetLastError());
}

// ---- Rung 1. The spectrum has a separate array.
template <typename Real>
void out_of_place(const Real* x, Real* y, FftComplex<Real>* spectrum, std::size_t n, std::size_t cutoff,
                  const RealFft<Real>& plans, cudaStream_t stream) {
  plans.use(stream);
  plans.forward.forward(const_cast<Real*>(x), spectrum);  // cuFFT takes it without const, and does not change it
  keep_low(spectrum, n, cutoff, stream);
  plans.inverse.inverse(spectrum, y);
}

// ---- Rung 2. Same as rung 1, except that the spectrum overwrites the signal. It is larger by one number, or by two if
// n is even: the array needs room for them.
template <typename Real>
void in_place(const Real* x, Real* y, FftComplex<Real>*, std::size_t n, std::size_t cutoff, const RealFft<Real>& plans,
              cudaStream_t stream) {
  plans.use(stream);
  check(cudaMemcpyAsync(y, x, n * sizeof(Real), cudaMemcpyDeviceToDevice, stream));
  const auto spectrum = reinterpret_cast<FftComplex<Real>*>(y);
  plans.forward.forward(y, spectrum);
  keep_low(spectrum, n, cutoff, stream);
  plans.inverse.inverse(spectrum, y);
}

}  // namespace

template <typename Real>
std::span<const Rung<Real>> ladder() {
  static constexpr Rung<Real> rungs[] = {
      {"out_of_place", out_of_place<Real>},
      {"in_place", in_place<Real>},
  };
  return rungs;
}
template std::span<const Rung<float>> ladder();
template std::span<const Rung<double>> ladder();

}  // namespace filter
