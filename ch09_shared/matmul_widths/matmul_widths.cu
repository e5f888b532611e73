// The kernel of matmul's rung `tiled`, for tiles of three widths. An element that a block has copied to shared memory
// serves as many threads as the tile is wide: twice the width halves the traffic.
#include "ch09_shared/matmul_widths/matmul_widths.h"

#include <stdexcept>

#include "common/check.h"

namespace matmul_widths {
namespace {

template <int width, typename Real>
__global__ void tiled_kernel(const Real* a, const Real* b, Real* c, Shape shape) {
  __shared__ Real a_tile[width][width], b_tile[width][width];
  const int x = threadIdx.x, y = threadIdx.y;
  const std::size_t row = std::size_t{blockIdx.y} * width + y, col = std::size_t{blockIdx.x} * width + x;

  Real sum = 0;
  for (std::size_t first = 0; first < shape.inner; first += width) {
    const std::size_t a_col = first + x, b_row = first + y;
    a_tile[y][x] = row < shape.rows && a_col < shape.inner ? a[row * shape.inner + a_col] : Real{0};
    b_tile[y][x] = b_row < shape.inner && col < shape.cols ? b[b_row * shape.cols + col] : Real{0};
    __syncthreads();

    for (int k = 0; k < width; ++k) sum += a_tile[y][k] * b_tile[k][x];
    __syncthreads();  // no thread may overwrite a tile that another still reads
  }

  if (row < shape.rows && col < shape.cols) c[row * shape.cols + col] = sum;
}

template <int width, typename Real>
void multiply(const Real* a, const Real* b, Real* c, Shape shape) {
  constexpr int highest = 65535;  // of a grid
  const int down = blocks_for(shape.rows, width);
  if (down > highest) throw std::length_error("more rows than a grid holds");
  tiled_kernel<width><<<dim3(blocks_for(shape.cols, width), down), dim3(width, width)>>>(a, b, c, shape);
  check(cudaGetLastError());
}

// ---- Rung 1. Blocks of 64 threads: each element is read from global memory once for 8 multiply-adds.
template <typename Real>
void width_8(const Real* a, const Real* b, Real* c, Shape shape) {
  multiply<8>(a, b, c, shape);
}

// ---- Rung 2. Same, except that tiles are 16 wide: once for 16.
template <typename Real>
void width_16(const Real* a, const Real* b, Real* c, Shape shape) {
  multiply<16>(a, b, c, shape);
}

// ---- Rung 3. Same, except that tiles are 32 wide: once for 32, and blocks have 1024 threads, the maximum.
template <typename Real>
void width_32(const Real* a, const Real* b, Real* c, Shape shape) {
  multiply<32>(a, b, c, shape);
}

}  // namespace

template <typename Real>
std::span<const Rung<Real>> ladder() {
  static constexpr Rung<Real> rungs[] = {
      {"width_8", width_8<Real>},
      {"width_16", width_16<Real>},
      {"width_32", width_32<Real>},
  };
  return rungs;
}
template std::span<const Rung<float>> ladder();
template std::span<const Rung<double>> ladder();

}  // namespace matmul_widths
