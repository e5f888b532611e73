// Convolution of an image with any filter: from two loads per multiplication to almost none.
#include "ch08_constant/convolution/convolution.h"

#include <stdexcept>
#include <string>

#include "ch08_constant/convolution/pixel.h"
#include "common/check.h"

namespace convolution {

void require_size(int size) {
  if (size < 1 || size > largest_size || size % 2 == 0)
    throw std::invalid_argument("a filter's side is odd, from 1 to " + std::to_string(largest_size) + ", not " +
                                std::to_string(size));
}

constexpr dim3 block(32, 16);

inline dim3 grid(int width, int height, int block_width, int block_height) {
  return dim3(blocks_for(width, block_width), blocks_for(height, block_height));
}

// ---- Rung 1. Everything from global memory: two loads per multiply-add, even if the caches serve most of them.
template <typename Real>
__global__ void from_global_kernel(Problem<Real> p) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= p.width || y >= p.height) return;
  const int radius = p.size / 2;
  Real sum = 0;
  for (int i = 0; i < p.size; ++i)
    for (int j = 0; j < p.size; ++j)
      sum += p.filter[i * p.size + j] * pixel(p.image, p.width, p.height, x + j - radius, y + i - radius, p.border);
  p.result[std::size_t(y) * p.width + x] = sum;
}

template <typename Real>
void from_global(const Problem<Real>& p) {
  require_size(p.size);
  if (p.width == 0 || p.height == 0) return;
  from_global_kernel<<<grid(p.width, p.height, block.x, block.y), block>>>(p);
  check(cudaGetLastError());
}

// ---- Rung 2. Same, except that the filter is in constant memory: a weight is the same for the whole warp, comes from
// a separate cache and needs no load instruction.
__constant__ double filter_memory[largest_size * largest_size];  // of doubles, or of floats in the first half

template <typename Real>
__device__ Real weight(int index) {
  return reinterpret_cast<const Real*>(filter_memory)[index];
}

template <typename Real>
void set_filter(const Problem<Real>& p) {
  check(cudaMemcpyToSymbolAsync(filter_memory, p.filter, std::size_t(p.size) * p.size * sizeof(Real), 0,
                                cudaMemcpyDeviceToDevice));
}

template <typename Real>
__global__ void from_constant_kernel(Problem<Real> p) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= p.width || y >= p.height) return;
  const int radius = p.size / 2;
  Real sum = 0;
  for (int i = 0; i < p.size; ++i)
    for (int j = 0; j < p.size; ++j)
      sum += weight<Real>(i * p.size + j) * pixel(p.image, p.width, p.height, x + j - radius, y + i - radius, p.border);
  p.result[std::size_t(y) * p.width + x] = sum;
}

template <typename Real>
void from_constant(const Problem<Real>& p) {
  require_size(p.size);
  if (p.width == 0 || p.height == 0) return;
  set_filter(p);
  from_constant_kernel<<<grid(p.width, p.height, block.x, block.y), block>>>(p);
  check(cudaGetLastError());
}

// ---- Rung 3. Same, except that a block first copies its pixels and a halo around them to shared memory: a pixel is
// loaded, and its border handled, once per block and not once per neighbour.
template <typename Real>
__global__ void from_tile_kernel(Problem<Real> p) {
  extern __shared__ double shared[];
  Real* tile = reinterpret_cast<Real*>(shared);
  const int radius = p.size / 2, tile_width = block.x + 2 * radius, tile_height = block.y + 2 * radius;
  const int left = blockIdx.x * block.x, top = blockIdx.y * block.y;

  for (int i = threadIdx.y; i < tile_height; i += block.y)
    for (int j = threadIdx.x; j < tile_width; j += block.x)
      tile[i * tile_width + j] = pixel(p.image, p.width, p.height, left + j - radius, top + i - radius, p.border);
  __syncthreads();

  const int x = left + threadIdx.x, y = top + threadIdx.y;
  if (x >= p.width || y >= p.height) return;
  Real sum = 0;
  for (int i = 0; i < p.size; ++i)
    for (int j = 0; j < p.size; ++j)
      sum += weight<Real>(i * p.size + j) * tile[(threadIdx.y + i) * tile_width + threadIdx.x + j];
  p.result[std::size_t(y) * p.width + x] = sum;
}

template <typename Real>
void from_tile(const Problem<Real>& p) {
  require_size(p.size);
  if (p.width == 0 || p.height == 0) return;
  set_filter(p);
  const std::size_t tile_bytes = sizeof(Real) * (block.x + p.size - 1) * (block.y + p.size - 1);
  from_tile_kernel<<<grid(p.width, p.height, block.x, block.y), block, tile_bytes>>>(p);
  check(cudaGetLastError());
}

template void from_global(const Problem<float>&);
template void from_constant(const Problem<float>&);
template void from_tile(const Problem<float>&);
template void from_global(const Problem<double>&);
template void from_constant(const Problem<double>&);
template void from_tile(const Problem<double>&);

}  // namespace convolution
