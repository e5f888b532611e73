// Matrix product, continued: tiles as large as the device's shared memory.
#include <algorithm>

#include "ch09_shared/matmul/matmul.h"
#include "common/check.h"

namespace matmul {

// ---- Rung 5. Same as rung 4, except that the tiles of a and b are strips of 32 x depth and depth x 32 elements, and
// depth depends on the device: two barriers then serve depth multiply-adds instead of 32. The block stays 32 x 32
// threads, since 1024 is the limit.
template <typename Real>
__global__ void fitted_kernel(const Real* a, const Real* b, Real* c, Shape shape, int depth) {
  extern __shared__ double memory[];
  Real* a_strip = reinterpret_cast<Real*>(memory);
  Real* b_strip = a_strip + tile_size * depth;
  const int x = threadIdx.x, y = threadIdx.y;
  const std::size_t row = std::size_t{blockIdx.y} * tile_size + y, col = std::size_t{blockIdx.x} * tile_size + x;

  Real sum = 0;
  for (std::size_t first = 0; first < shape.inner; first += depth) {
    for (int k = 0; k < depth; k += tile_size) {
      const std::size_t a_col = first + k + x, b_row = first + k + y;
      a_strip[y * depth + k + x] = row < shape.rows && a_col < shape.inner ? a[row * shape.inner + a_col] : Real{0};
      b_strip[(k + y) * tile_size + x] =
          b_row < shape.inner && col < shape.cols ? b[b_row * shape.cols + col] : Real{0};
    }
    __syncthreads();

    for (int k = 0; k < depth; ++k) sum += a_strip[y * depth + k] * b_strip[k * tile_size + x];
    __syncthreads();
  }

  if (row < shape.rows && col < shape.cols) c[row * shape.cols + col] = sum;
}

template <typename Real>
int fitted_depth(std::size_t inner) {
  int device = 0, bytes = 0;
  check(cudaGetDevice(&device));
  check(cudaDeviceGetAttribute(&bytes, cudaDevAttrMaxSharedMemoryPerBlockOptin, device));
  const int most = bytes / (2 * tile_size * static_cast<int>(sizeof(Real))) / tile_size * tile_size;
  const std::size_t whole = (inner + tile_size - 1) / tile_size * tile_size;  // deeper strips would only add zeros
  return static_cast<int>(std::clamp<std::size_t>(whole, tile_size, most));
}

template <typename Real>
void fitted(const Real* a, const Real* b, Real* c, Shape shape) {
  const int depth = fitted_depth<Real>(shape.inner);
  const int bytes = 2 * tile_size * depth * static_cast<int>(sizeof(Real));
  check(cudaFuncSetAttribute(fitted_kernel<Real>, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
  fitted_kernel<<<grid_for(shape), dim3(tile_size, tile_size), bytes>>>(a, b, c, shape, depth);
  check(cudaGetLastError());
}

template int fitted_depth<float>(std::size_t);
template int fitted_depth<double>(std::size_t);
template void fitted(const float*, const float*, float*, Shape);
template void fitted(const double*, const double*, double*, Shape);

}  // namespace matmul
