// Softmax of the rows of a matrix, y = exp(x) / sum of exp(x): shared by its lessons. Their rungs have one signature,
// and one reference.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "common/check.h"
#include "common/parallel.h"

namespace softmax {

struct Shape {
  std::size_t rows, cols;
};

// A rung. x and y are matrices by rows in device memory aligned to 16 bytes; either side may be 0. x is not changed.
// Elements of x may be -infinity (their result is 0), but not all of a row. It throws CudaError if a launch fails.
struct Rung {
  const char* name;
  void (*run)(const float* x, float* y, Shape shape, cudaStream_t stream);
  Needs needs = {};
};

// The largest element of a row is subtracted first: exp(x) alone overflows.
inline std::vector<double> softmax_cpu(const std::vector<float>& x, Shape shape) {
  std::vector<double> y(x.size());
  for_parts(shape.rows, 1, [&](std::size_t row, std::size_t end) {
    for (; row < end; ++row) {
      const std::size_t first = row * shape.cols, last = first + shape.cols;
      double most = -INFINITY, sum = 0;
      for (std::size_t i = first; i < last; ++i) most = std::max<double>(most, x[i]);
      for (std::size_t i = first; i < last; ++i) sum += y[i] = std::exp(x[i] - most);
      for (std::size_t i = first; i < last; ++i) y[i] /= sum;
    }
  });
  return y;
}

// The largest relative error of an element, if no finite element is more than `range` below the largest of its row.
// x - most is rounded (range 2^-24); __expf is off by 2 + 1.173 range units in the last place (the CUDA programming
// guide). An online sum rescales what it has at most once an element, which doubles that for each addition. Threads add
// up to cols / 256 terms, then 10 levels of a block and 4 of a cluster; the quotient is rounded twice.
inline double error_bound(std::size_t cols, double range) {
  const double unit = 0x1p-24, power = range * unit + (2 + 1.173 * range) * 2 * unit;
  const double additions = static_cast<double>(cols) / 256 + 14;
  return 3 * power + 3 * additions * unit + 4 * unit;
}

}  // namespace softmax
