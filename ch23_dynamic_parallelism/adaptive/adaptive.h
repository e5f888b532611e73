// The Mandelbrot set: for each pixel c, after how many steps of z <- z^2 + c does |z| exceed 2? Thousands for pixels of
// the set, a few for most others. Rectangles whose border has a single such number ("dwell") need no steps inside.
//
// Mariani and Silver's subdivision, as in Adinetz (2014, "Adaptive Parallel Computation with CUDA Dynamic
// Parallelism").
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace adaptive {

using Dwell = std::uint16_t;

// The visible part of the plane: pixel (row, col) is the point (left + col * step, top + row * step). limit: the steps
// after which a point counts as one of the set, at most 65535.
template <typename Real>
struct View {
  Real left, top, step;
  int rows, cols, limit;
};

// The whole set, centred in an image of this size (not 0).
template <typename Real>
View<Real> whole_set(int rows, int cols, int limit) {
  const double step = 2.5 / std::min(rows, cols);
  return {static_cast<Real>(-0.75 - step * cols / 2),
          static_cast<Real>(-step * rows / 2),
          static_cast<Real>(step),
          rows,
          cols,
          limit};
}

// fma rounds once on every device, and no product remains that a compiler could fuse with a sum: a GPU counts the
// same.
template <typename Real>
Dwell dwell_cpu(const View<Real>& view, int row, int col) {
  const Real a = std::fma(view.step, static_cast<Real>(col), view.left);
  const Real b = std::fma(view.step, static_cast<Real>(row), view.top);
  Real x = 0, y = 0;
  int steps = 0;
  for (; steps < view.limit && std::fma(y, y, x * x) <= 4; ++steps) {
    const Real next = std::fma(x, x, std::fma(-y, y, a));
    y = std::fma(x + x, y, b);
    x = next;
  }
  return static_cast<Dwell>(steps);
}

template <typename Real>
std::vector<Dwell> per_pixel_cpu(const View<Real>& view) {
  std::vector<Dwell> dwells;
  for (int row = 0; row < view.rows; ++row)
    for (int col = 0; col < view.cols; ++col) dwells.push_back(dwell_cpu(view, row, col));
  return dwells;
}

// The sides of the boxes in pixels, except at the right and lower edge of the image. A box is divided into boxes of the
// next side, those of the last one into pixels.
inline constexpr int first_side = 512, second_side = 64, last_side = 16;
inline constexpr int sides[] = {first_side, second_side, last_side};
inline constexpr int levels = 3;

// The result that the subdivision must give for the right image: boxes with one dwell on their border are filled with
// it. In theory that changes nothing, as the set, and the points with at least so many steps, have no holes. But a
// filament may pass between two pixels of a border, or be inside one box entirely.
std::vector<Dwell> filled_cpu(std::vector<Dwell> dwells, int rows, int cols);

inline std::size_t boxes_in(int rows, int cols, int side) {
  const auto parts = [side](int length) { return static_cast<std::size_t>((length + side - 1) / side); };
  return parts(rows) * parts(cols);
}

// A word per box of the second level, and the counters before them.
inline constexpr std::size_t counters = 4;
inline std::size_t scratch_words(int rows, int cols) {
  return counters + boxes_in(rows, cols, second_side);
}

// Sets the limit of pending launches by kernels (2048 unless this is called). Throws CudaError.
void allow_pending_launches(std::size_t count);

// Waits for the rung; throws CudaError if a launch by one of its kernels was refused.
void check_launches(const unsigned* scratch);

// The rungs. dwells points to rows * cols values in device memory, row by row, and is overwritten; scratch to
// scratch_words(view). Neither rows nor cols may be 0. A rung does not wait for the device, and throws CudaError if a
// launch by the host fails; check_launches reports launches by kernels that failed. per_pixel gives the right image,
// the others filled_cpu of it.
template <typename Real>
struct Rung {
  const char* name;
  void (*run)(const View<Real>& view, Dwell* dwells, unsigned* scratch);
};

template <typename Real>
std::span<const Rung<Real>> ladder();

}  // namespace adaptive
