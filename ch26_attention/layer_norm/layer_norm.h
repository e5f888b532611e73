// Layer normalisation of the rows of a matrix: y = (x - mean) / sqrt(variance + epsilon) * weight + bias.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

#include "common/check.h"
#include "common/parallel.h"
#include "common/values.h"

namespace layer_norm {

constexpr float epsilon = 1e-5f;

struct Shape {
  std::size_t rows, cols;
};

// A rung. x and y are matrices by rows, weight and bias have an element per column, in device memory aligned to 16
// bytes; either side may be 0. The inputs are not changed. It throws CudaError if a launch fails.
struct Rung {
  const char* name;
  void (*run)(const float* x, const float* weight, const float* bias, float* y, Shape shape, cudaStream_t stream);
};

std::span<const Rung> ladder();

// The results, and how far each may be off.
struct Reference {
  std::vector<double> y, allowed;
};

// The bound. With u = 2^-24, a the largest |x| of a row and d additions after each other (of a thread, then of a
// block): the mean is off by at most 4 d u a (an online mean rounds four times for each element), and so is x - mean.
// The variance is a sum of squares of these, so the factor is off by that much, relative to the deviation, and by the
// rounding of d additions. Then y is a product and a sum.
inline Reference normalise_cpu(const std::vector<float>& x, const std::vector<float>& weight,
                               const std::vector<float>& bias, Shape shape) {
  Reference r = {std::vector<double>(x.size()), std::vector<double>(x.size())};
  for_parts(shape.rows, 1, [&](std::size_t row, std::size_t end) {
    for (; row < end; ++row) {
      const std::size_t first = row * shape.cols, last = first + shape.cols;
      const double n = static_cast<double>(shape.cols), unit = 0x1p-24;
      double mean = 0, squares = 0, most = 0;
      for (std::size_t i = first; i < last; ++i) mean += x[i] / n, most = std::max(most, std::abs(double{x[i]}));
      for (std::size_t i = first; i < last; ++i) squares += (x[i] - mean) * (x[i] - mean);
      const double factor = 1 / std::sqrt(squares / n + epsilon);
      const double additions = n / 256 + 24, off = 4 * additions * unit * most;
      for (std::size_t i = first; i < last; ++i) {
        const double z = (x[i] - mean) * factor, w = weight[i - first], b = bias[i - first];
        r.y[i] = z * w + b;
        const double of_z = off * factor + std::abs(z) * (off * factor + (4 * additions + 8) * unit);
        r.allowed[i] = of_z * std::abs(w) + 4 * unit * (std::abs(z * w) + std::abs(b));
      }
    }
  });
  return r;
}

// The largest error of an element as a multiple of what is allowed: right if it is at most 1, which NaN is not.
inline double worst_share(const std::vector<float>& y, const Reference& reference) {
  double share = y.size() == reference.y.size() ? 0 : INFINITY;
  for (std::size_t i = 0; i < y.size(); ++i) {
    const double error = std::abs(static_cast<double>(y[i]) - reference.y[i]);
    share = worse(error == 0 ? 0 : error / reference.allowed[i], share);
  }
  return share;
}

}  // namespace layer_norm
