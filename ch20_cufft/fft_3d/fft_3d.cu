// A transform in three dimensions is one along x, then one along y, then one along z, in any order. A plan may do all
// of them, two, or one.
#include "ch20_cufft/fft_3d/fft_3d.h"

#include "common/check.h"

namespace fft_3d {
namespace {

// ---- Rung 1. One plan for all three dimensions, and one call.
template <typename Real>
void whole(const Plans<Real>& plans, const FftComplex<Real>* x, FftComplex<Real>* y, cudaStream_t stream) {
  plans.whole.use(stream);
  plans.whole.forward(const_cast<FftComplex<Real>*>(x), y);  // cuFFT takes it without const, and does not change it
}

// ---- Rung 2. Same, except that one plan transforms each slice, and another one goes along z through all slices. On
// several devices that is the way: each has some slices, and only between the two steps do they exchange anything.
template <typename Real>
void slices_then_z(const Plans<Real>& plans, const FftComplex<Real>* x, FftComplex<Real>* y, cudaStream_t stream) {
  plans.slices.use(stream);
  plans.slices.forward(const_cast<FftComplex<Real>*>(x), y);
  plans.along_z.use(stream);
  plans.along_z.forward(y);
}

// ---- Rung 3. Same, except that the slices are done in two steps as well: all rows, then the columns of each slice. In
// y a plan has one stride and one distance, which is enough for the columns of one slice: a call for each of them.
template <typename Real>
void each_dimension(const Plans<Real>& plans, const FftComplex<Real>* x, FftComplex<Real>* y, cudaStream_t stream) {
  plans.rows.use(stream);
  plans.rows.forward(const_cast<FftComplex<Real>*>(x), y);
  plans.along_y.use(stream);
  for (int z = 0; z < plans.size.z; ++z) plans.along_y.forward(y + std::size_t(z) * plans.size.x * plans.size.y);
  plans.along_z.use(stream);
  plans.along_z.forward(y);
}

// Replaces n values that are `stride` apart by their transform.
void transform_line(std::complex<double>* line, int n, std::size_t stride, const Exact& roots) {
  Exact sums(n);
  for (int k = 0; k < n; ++k)
    for (int j = 0; j < n; ++j) sums[k] += line[j * stride] * roots[static_cast<long long>(j) * k % n];
  for (int k = 0; k < n; ++k) line[k * stride] = sums[k];
}

Exact roots_of(int n) {
  Exact roots(n);
  for (int j = 0; j < n; ++j) roots[j] = std::polar(1.0, -2 * std::acos(-1.0) * j / n);
  return roots;
}

}  // namespace

Exact transform_cpu(Exact values, Size size) {
  const std::size_t row = size.x, slice = row * size.y;
  const Exact of_x = roots_of(size.x), of_y = roots_of(size.y), of_z = roots_of(size.z);
  for (int z = 0; z < size.z; ++z)
    for (int y = 0; y < size.y; ++y) transform_line(&values[z * slice + y * row], size.x, 1, of_x);
  for (int z = 0; z < size.z; ++z)
    for (int x = 0; x < size.x; ++x) transform_line(&values[z * slice + x], size.y, row, of_y);
  for (std::size_t column = 0; column < slice; ++column) transform_line(&values[column], size.z, slice, of_z);
  return values;
}

template <typename Real>
std::span<const Rung<Real>> ladder() {
  static constexpr Rung<Real> rungs[] = {
      {"whole", whole<Real>},
      {"slices_then_z", slices_then_z<Real>},
      {"each_dimension", each_dimension<Real>},
  };
  return rungs;
}
template std::span<const Rung<float>> ladder();
template std::span<const Rung<double>> ladder();

}  // namespace fft_3d
