// Four numbers of two arrays: the norm of x, the dot product of x and y, the number of elements of x above a limit, and
// the place of its largest magnitude. With temporary arrays, without them, and all four in one pass.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>
#include <string_view>
#include <vector>

#include "common/kept_memory.h"
#include "common/owners.h"
#include "common/values.h"

namespace transform_reduce {

// Sums are in double: the product of two floats is exact there. place is that of the first element of the largest
// magnitude; for no elements it is 0, and magnitude -1.
struct Answers {
  double squares = 0, dot = 0;
  unsigned long long above = 0, place = 0;
  double magnitude = -1;
};

inline double norm(const Answers& answers) {
  return std::sqrt(answers.squares);
}

// The contribution of an element, and the combination of two parts of the arrays. All rungs that work in one pass use
// both.
template <typename Real>
__host__ __device__ Answers of_element(Real x, Real y, unsigned long long place, Real limit) {
  const double wide = x;
  return {wide * wide, wide * static_cast<double>(y), x > limit ? 1ull : 0ull, place, wide < 0 ? -wide : wide};
}
__host__ __device__ inline Answers joined(const Answers& a, const Answers& b) {
  const bool b_is_larger = b.magnitude > a.magnitude || (b.magnitude == a.magnitude && b.place < a.place);
  return {a.squares + b.squares, a.dot + b.dot, a.above + b.above, b_is_larger ? b.place : a.place,
          b_is_larger ? b.magnitude : a.magnitude};
}

// The reference, by halves: no value goes through more than 64 + log2(n / 64) additions.
template <typename Real>
Answers answers_cpu(const Real* x, const Real* y, std::size_t first, std::size_t n, Real limit) {
  Answers answers;
  if (n <= 64) {
    for (std::size_t i = first; i < first + n; ++i) answers = joined(answers, of_element(x[i], y[i], i, limit));
    return answers;
  }
  const std::size_t half = n / 2;
  return joined(answers_cpu(x, y, first, half, limit), answers_cpu(x, y, first + half, n - half, limit));
}

// The memory of the rungs besides the arrays, for n elements; it serves one stream. Throws CudaError.
template <typename Real>
struct Scratch {
  explicit Scratch(std::size_t n);
  DeviceBuffer<Real> temporary;  // n elements, for rung 1 alone
  DeviceBuffer<char> cub;
  DeviceBuffer<Answers> of_blocks;
  KeptMemory kept;
};

// The rungs. x, y and answers point to device memory: n, n and one. x and y are not changed, *answers is overwritten; n
// may be 0. scratch was made for n elements. The first three wait for the device. They throw CudaError or
// thrust::system_error.
template <typename Real>
struct Rung {
  const char* name;
  void (*run)(const Real* x, const Real* y, Answers* answers, std::size_t n, Real limit, Scratch<Real>& scratch,
              cudaStream_t stream);
  int moved;  // elements that are read or written, per element of x
};

template <typename Real>
std::span<const Rung<Real>> ladder();

// A bound for both sums, relative to the sum of their terms' magnitudes, for any order of additions: each term goes
// through at most n additions, and at most 100 in the reference; for doubles the products are rounded as well, on both
// sides. A temporary array rounds each term once more, to its own type.
template <typename Real>
double error_bound(const Rung<Real>& rung, std::size_t n) {
  const double of_array = rung.name == std::string_view("temporaries") ? std::numeric_limits<Real>::epsilon() / 2 : 0;
  return of_array + (static_cast<double>(n) + 102) * 0x1p-53;
}

// The sum of |x[i] y[i]|, to which the error of the dot product is relative.
template <typename Real>
double sum_of_magnitudes(const std::vector<Real>& x, const std::vector<Real>& y) {
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) sum += std::abs(static_cast<double>(x[i]) * static_cast<double>(y[i]));
  return sum;
}

// The larger error of both sums; infinite if the count or the place is wrong.
inline double error_of(const Answers& found, const Answers& expected, double magnitudes) {
  if (found.above != expected.above || found.place != expected.place) return std::numeric_limits<double>::infinity();
  const double of_dot = found.dot == expected.dot ? 0 : std::abs(found.dot - expected.dot) / magnitudes;
  return worse(relative_error(found.squares, expected.squares), of_dot);
}

}  // namespace transform_reduce
