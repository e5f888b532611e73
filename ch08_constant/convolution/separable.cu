// Convolution, the fifth rung: a filter that is a product of a column and a row needs 2 * size multiplications per
// pixel instead of size * size. A box and a Gaussian are such products; most filters are not.
//
// The first pass filters along the rows into scratch, the second along the columns into the result. The borders are the
// same as in one pass: a clamped or zero row stays clamped or zero when it is filtered.
#include "ch08_constant/convolution/convolution.h"
#include "ch08_constant/convolution/pixel.h"
#include "common/check.h"

namespace convolution {

constexpr int block_width = 32, block_height = 8;
constexpr int run = 4;  // results per thread, one block width or height apart, so that a warp's pixels are neighbours

__constant__ double factor_memory[2 * largest_size];

template <typename Real>
__global__ void separable_rows_kernel(Problem<Real> p) {
  __shared__ Real tile[block_height][run * block_width + largest_size - 1];
  const int radius = p.size / 2, width = run * block_width;
  const int left = blockIdx.x * width, y = blockIdx.y * block_height + threadIdx.y;

  for (int j = threadIdx.x; j < width + 2 * radius; j += block_width)
    tile[threadIdx.y][j] = pixel(p.image, p.width, p.height, left + j - radius, min(y, p.height - 1), p.border);
  __syncthreads();

  const Real* row_factor = reinterpret_cast<const Real*>(factor_memory) + p.size;
  Real sums[run] = {};
  for (int j = 0; j < p.size; ++j)
#pragma unroll
    for (int k = 0; k < run; ++k) sums[k] += row_factor[j] * tile[threadIdx.y][threadIdx.x + k * block_width + j];
  for (int k = 0; k < run; ++k) {
    const int x = left + k * block_width + threadIdx.x;
    if (x < p.width && y < p.height) p.scratch[std::size_t(y) * p.width + x] = sums[k];
  }
}

// The same along the columns, with a tall tile.
template <typename Real>
__global__ void separable_columns_kernel(Problem<Real> p) {
  __shared__ Real tile[run * block_height + largest_size - 1][block_width];
  const int radius = p.size / 2, height = run * block_height;
  const int x = blockIdx.x * block_width + threadIdx.x, top = blockIdx.y * height;

  for (int i = threadIdx.y; i < height + 2 * radius; i += block_height)
    tile[i][threadIdx.x] = pixel(p.scratch, p.width, p.height, min(x, p.width - 1), top + i - radius, p.border);
  __syncthreads();

  const Real* column_factor = reinterpret_cast<const Real*>(factor_memory);
  Real sums[run] = {};
  for (int i = 0; i < p.size; ++i)
#pragma unroll
    for (int k = 0; k < run; ++k) sums[k] += column_factor[i] * tile[threadIdx.y + k * block_height + i][threadIdx.x];
  for (int k = 0; k < run; ++k) {
    const int y = top + k * block_height + threadIdx.y;
    if (x < p.width && y < p.height) p.result[std::size_t(y) * p.width + x] = sums[k];
  }
}

template <typename Real>
void separable(const Problem<Real>& p) {
  require_size(p.size);
  if (p.width == 0 || p.height == 0) return;
  check(cudaMemcpyToSymbolAsync(factor_memory, p.factors, 2 * p.size * sizeof(Real), 0, cudaMemcpyDeviceToDevice));
  const dim3 block(block_width, block_height);
  const dim3 row_grid(blocks_for(p.width, run * block_width), blocks_for(p.height, block_height));
  separable_rows_kernel<<<row_grid, block>>>(p);
  check(cudaGetLastError());
  const dim3 column_grid(blocks_for(p.width, block_width), blocks_for(p.height, run * block_height));
  separable_columns_kernel<<<column_grid, block>>>(p);
  check(cudaGetLastError());
}

template void separable(const Problem<float>&);
template void separable(const Problem<double>&);

}  // namespace convolution
