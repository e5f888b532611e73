// What this lesson shows, in a sentence or two: read it from top to bottom.
#include "ch00_chapter/topic/topic.h"

#include "common/check.h"

namespace topic {
namespace {

constexpr int block_size = 256;

// ---- Rung 1. One thread per element.
template <typename Real>
__global__ void element_per_thread_kernel(const Real* x, Real* y, std::size_t n) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  if (i < n) y[i] = 2 * x[i];
}

template <typename Real>
void element_per_thread(const Real* x, Real* y, std::size_t n) {
  element_per_thread_kernel<<<blocks_for(n, block_size), block_size>>>(x, y, n);
  check(cudaGetLastError());
}

// ---- Rung 2. Same as rung 1, except that a fixed number of blocks takes all elements in turns.
constexpr int blocks = 1056;  // eight per SM of a large GPU

template <typename Real>
__global__ void grid_stride_kernel(const Real* x, Real* y, std::size_t n) {
  const std::size_t stride = std::size_t{gridDim.x} * block_size;
  for (std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x; i < n; i += stride) y[i] = 2 * x[i];
}

template <typename Real>
void grid_stride(const Real* x, Real* y, std::size_t n) {
  grid_stride_kernel<<<blocks, block_size>>>(x, y, n);
  check(cudaGetLastError());
}

}  // namespace

template <typename Real>
std::span<const Rung<Real>> ladder() {
  static constexpr Rung<Real> rungs[] = {
      {"element_per_thread", element_per_thread<Real>},
      {"grid_stride", grid_stride<Real>},
  };
  return rungs;
}
template std::span<const Rung<float>> ladder();
template std::span<const Rung<double>> ladder();

}  // namespace topic
