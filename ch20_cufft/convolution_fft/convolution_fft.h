// Filtering an image by its spectrum: the product of two transforms is the transform of the convolution. Chapter 8's
// kernels multiply size * size weights per pixel; a transform takes the same time for a filter of any size.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

#include "common/cufft.h"

namespace convolution_fft {

inline constexpr int largest_size = 127;  // of a filter's side; sides are odd, so that there is a middle

// The smallest number from n on without prime factors above 7: for those cuFFT is fastest.
inline int friendly(int n) {
  for (;; ++n) {
    int rest = n;
    for (const int factor : {2, 3, 5, 7})
      while (rest % factor == 0) rest /= factor;
    if (rest == 1) return n;
  }
}

// One task; all pointers are to device memory and do not overlap.
//   result(x, y) = sum over i, j < size of filter(i, j) * image(x + j - size / 2, y + i - size / 2), 0 beyond the edges
template <typename Real>
struct Problem {
  const Real* image;  // height rows of width pixels, one of each at least; not changed
  int width, height;
  const Real* filter;  // size rows of size weights; not changed
  int size;            // odd, largest_size at most
  Real* result;        // width * height values

  // For by_fft. A filter at an edge extends size / 2 pixels beyond it. The transform treats the image as periodic, so
  // there must be as many pixels of 0 between the copies.
  int padded_width() const { return friendly(width + size / 2); }
  int padded_height() const { return friendly(height + size / 2); }
  std::size_t padded_pixels() const { return std::size_t(padded_width()) * padded_height(); }
  std::size_t frequencies() const { return std::size_t(padded_width() / 2 + 1) * padded_height(); }
};

// The buffers and plans of by_fft: created once for a size of image and filter.
template <typename Real>
struct FftParts {
  explicit FftParts(const Problem<Real>& p)
      : plans({p.padded_height(), p.padded_width()}),
        padded(p.padded_pixels()),
        image(p.frequencies()),
        filter(p.frequencies()) {}

  RealFft<Real> plans;
  DeviceBuffer<Real> padded;
  DeviceBuffer<FftComplex<Real>> image, filter;  // spectra
};

// The rungs. They do not wait for the device. They throw CudaError or LibraryError, and std::invalid_argument for a
// size that is even, less than 1 or more than largest_size. Only by_fft uses parts.
template <typename Real>
struct Rung {
  const char* name;
  void (*run)(const Problem<Real>& p, FftParts<Real>& parts, cudaStream_t stream);
};

template <typename Real>
std::span<const Rung<Real>> ladder();

// ---- The reference: one pixel, in double.
template <typename Real>
double pixel_cpu(const std::vector<Real>& image, int width, int height, const std::vector<Real>& filter, int size,
                 int x, int y) {
  double sum = 0;
  for (int i = 0; i < size; ++i)
    for (int j = 0; j < size; ++j) {
      const int from_x = x + j - size / 2, from_y = y + i - size / 2;
      if (from_x < 0 || from_x >= width || from_y < 0 || from_y >= height) continue;
      sum += double{filter[std::size_t(i) * size + j]} * image[std::size_t(from_y) * width + from_x];
    }
  return sum;
}

// The 2-norm of result minus the reference in each step-th pixel, relative to the image's norm.
template <typename Real>
double error_of(const std::vector<Real>& result, const std::vector<Real>& image, int width, int height,
                const std::vector<Real>& filter, int size, std::size_t step) {
  double difference = 0, norm = 0;
  for (std::size_t i = 0; i < image.size(); i += step) {
    const int x = static_cast<int>(i % width), y = static_cast<int>(i / width);
    const double off = result[i] - pixel_cpu(image, width, height, filter, size, x, y);
    difference += off * off;
  }
  for (const Real v : image) norm += double{v} * double{v};
  return difference == 0 ? 0 : std::sqrt(difference / norm);
}

// A bound of that error, for weights whose absolute values add up to 1. Such a filter makes no wave larger. Direct:
// size * size products are added, each rounded at most that often. By transform: the errors of those of the image and
// of the result are fft_bound of their norms, that of an element of the filter's is fft_bound of the weights' sum, and
// the product adds four roundings.
template <typename Real>
double error_bound(const Problem<Real>& p) {
  const double u = std::numeric_limits<Real>::epsilon() / 2;
  return std::max((p.size * p.size + 2.0) * u, 3.01 * fft_bound<Real>(p.padded_pixels()) + 4 * u);
}

}  // namespace convolution_fft
