// Filtering an image: every pixel becomes a weighted sum of its neighbours. The weights are the same for all threads,
// which suits constant memory.
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <span>
#include <vector>

namespace convolution {

inline constexpr int largest_size = 31;  // of a filter's side; sides are odd, so that there is a middle

// What lies beyond the image's edge: the nearest pixel of the image, or 0.
enum class Border { clamp, zero };

// One task; all pointers are to device memory as cudaMalloc aligns it.
//   result(x, y) = sum over i, j < size of filter(i, j) * image(x + j - size / 2, y + i - size / 2)
template <typename Real>
struct Problem {
  const Real* image;  // height rows of width pixels; not changed
  int width, height;
  const Real* filter;   // size rows of size weights
  const Real* factors;  // filter(i, j) = factors[i] * factors[size + j]; only the separable rung reads them
  int size;
  Border border;
  Real* scratch;  // width * height values; only the separable rung uses them
  Real* result;   // width * height values
};

// The references, in double. Rows and columns as above.
template <typename Real>
std::vector<double> convolve_cpu(const std::vector<Real>& image, int width, int height, const std::vector<Real>& filter,
                                 int size, Border border);
template <typename Real>
std::vector<double> separable_cpu(const std::vector<Real>& image, int width, int height,
                                  const std::vector<Real>& factors, int size, Border border);

// The rungs. width and height may be 0. A rung does not wait for the device; it throws CudaError if a launch fails and
// std::invalid_argument for a size that is even, less than 1 or more than largest_size. The rungs from from_constant on
// share one filter in constant memory, so only one task may run at a time.
template <typename Real>
struct Rung {
  const char* name;
  bool separable;  // needs the factors
  void (*run)(const Problem<Real>& p);
};

template <typename Real>
std::span<const Rung<Real>> ladder();

// How far a rung's pixel may be from the reference's, for positive weights with the sum 1: a sum of size * size rounded
// products, of weights that are themselves rounded once, is off by at most size * size + 2 roundings of the largest
// pixel (a separable filter has only 2 size + 4).
template <typename Real>
double error_bound(int size, double largest_pixel) {
  return (size * size + 2) * 0.5 * std::numeric_limits<Real>::epsilon() * largest_pixel * 1.001;
}

// Throws std::invalid_argument for a size that no rung supports.
void require_size(int size);

// ---- The references' code.
template <typename Real>
double pixel_cpu(const std::vector<Real>& image, int width, int height, int x, int y, Border border) {
  const int inner_x = std::clamp(x, 0, width - 1), inner_y = std::clamp(y, 0, height - 1);
  if (border == Border::zero && (inner_x != x || inner_y != y)) return 0;
  return image[std::size_t(inner_y) * width + inner_x];
}

template <typename Real>
std::vector<double> convolve_cpu(const std::vector<Real>& image, int width, int height, const std::vector<Real>& filter,
                                 int size, Border border) {
  std::vector<double> result(image.size());
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x)
      for (int i = 0; i < size; ++i)
        for (int j = 0; j < size; ++j)
          result[std::size_t(y) * width + x] +=
              double{filter[i * size + j]} *
              pixel_cpu(image, width, height, x + j - size / 2, y + i - size / 2, border);
  return result;
}

template <typename Real>
std::vector<double> separable_cpu(const std::vector<Real>& image, int width, int height,
                                  const std::vector<Real>& factors, int size, Border border) {
  std::vector<double> rows(image.size()), result(image.size());
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x)
      for (int j = 0; j < size; ++j)
        rows[std::size_t(y) * width + x] +=
            double{factors[size + j]} * pixel_cpu(image, width, height, x + j - size / 2, y, border);
  for (int y = 0; y < height; ++y)  // a whole row at a time: walks down columns would miss the caches
    for (int i = 0; i < size; ++i)
      for (int x = 0; x < width; ++x)
        result[std::size_t(y) * width + x] +=
            double{factors[i]} * pixel_cpu(rows, width, height, x, y + i - size / 2, border);
  return result;
}

}  // namespace convolution
