// Convolution of an image with any filter. The rungs go from two loads per multiplication to almost none, and then to
// fewer multiplications.
#include "ch08_constant/convolution/convolution.h"

#include <stdexcept>
#include <string>

#include "common/check.h"
#include "common/pack.cuh"

namespace convolution {

void require_size(int size) {
  if (size < 1 || size > largest_size || size % 2 == 0)
    throw std::invalid_argument("a filter's side is odd, from 1 to " + std::to_string(largest_size) + ", not " +
                                std::to_string(size));
}

namespace {

constexpr dim3 block(32, 16);

// Clamping first and checking afterwards keeps the address inside the image for both borders, without
// divergence.
template <typename Real>
__device__ Real pixel(const Real* image, int width, int height, int x, int y, Border border) {
  const int inner_x = min(max(x, 0), width - 1), inner_y = min(max(y, 0), height - 1);
  const Real value = image[std::size_t(inner_y) * width + inner_x];
  return border == Border::clamp || (inner_x == x && inner_y == y) ? value : Real{0};
}

dim3 grid(int width, int height, int block_width, int block_height) {
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

// ---- Rung 4. Same, except that neither weights nor pixels are loaded for each multiplication.
//
// A warp computes 32 rows of a run of pixels: each lane has one row and computes the whole run of it. For each row of
// the filter a lane loads the run and its halo once, 16 bytes at a time, and every value is used for up to `size`
// products from a register. The weights come from constant memory as an operand of the multiply-add, through the warp's
// uniform registers. The side is a template parameter because registers cannot be indexed: only in unrolled loops are
// the indices known.
constexpr int warps = 8;  // of a block, side by side
constexpr int rows = 32;  // of a block: one per lane

template <typename Real, int size>
struct Tile {
  static constexpr int vector = Pack<Real>::size;
  static constexpr int run = 64 / sizeof(Real);                         // results per lane
  static constexpr int loads = (run + size - 1 + vector - 1) / vector;  // of 16 bytes, for the run and its halo
  static constexpr int width = (warps - 1) * run + loads * vector;      // the end of the last warp's loads
  // Each lane reads a row: with an odd number of vectors per row, eight of them use all banks.
  static constexpr int pitch = width / vector % 2 == 1 ? width : width + vector;
  static constexpr int height = rows + size - 1;
};

template <int size, typename Real>
__global__ void __launch_bounds__(32 * warps, 3) from_registers_kernel(Problem<Real> p) {
  using T = Tile<Real, size>;
  __shared__ Pack<Real> tile[T::height][T::pitch / T::vector];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const int left = blockIdx.x * (warps * T::run), top = blockIdx.y * rows;

  // Away from the border no pixel needs a bounds check, which makes small filters faster.
  const int first_x = left - size / 2, first_y = top - size / 2;
  const bool inside = first_x >= 0 && first_y >= 0 && first_x + T::width <= p.width && first_y + T::height <= p.height;
  for (int i = warp; i < T::height; i += warps) {
    for (int j = lane; j < T::width; j += 32) {
      const int x = first_x + j, y = first_y + i;
      tile[i][j / T::vector].part[j % T::vector] =
          inside ? p.image[std::size_t(y) * p.width + x] : pixel(p.image, p.width, p.height, x, y, p.border);
    }
  }
  __syncthreads();

  const Real* weights = reinterpret_cast<const Real*>(filter_memory);
  Real sums[T::run] = {};
#pragma unroll 2
  for (int i = 0; i < size; ++i) {
    Pack<Real> packs[T::loads];
#pragma unroll
    for (int k = 0; k < T::loads; ++k) packs[k] = tile[lane + i][warp * (T::run / T::vector) + k];
#pragma unroll
    for (int j = 0; j < size; ++j)
#pragma unroll
      for (int x = 0; x < T::run; ++x)
        sums[x] += weights[i * size + j] * packs[(x + j) / T::vector].part[(x + j) % T::vector];
  }

  // A lane's run belongs to one row. The results go through the tile, so that a warp writes along a row.
  __syncthreads();
#pragma unroll
  for (int x = 0; x < T::run; ++x) tile[lane][(warp * T::run + x) / T::vector].part[x % T::vector] = sums[x];
  __syncthreads();
  for (int i = warp; i < rows && top + i < p.height; i += warps)
    for (int j = lane; j < warps * T::run && left + j < p.width; j += 32)
      p.result[std::size_t(top + i) * p.width + left + j] = tile[i][j / T::vector].part[j % T::vector];
}

template <int size, typename Real>
void launch(const Problem<Real>& p) {
  const dim3 grid(blocks_for(p.width, warps * Tile<Real, size>::run), blocks_for(p.height, rows));
  from_registers_kernel<size><<<grid, 32 * warps>>>(p);
}

// One kernel for each odd side.
template <typename Real>
void launch_for_size(const Problem<Real>& p) {
  if (p.size == 1) launch<1>(p);
  if (p.size == 3) launch<3>(p);
  if (p.size == 5) launch<5>(p);
  if (p.size == 7) launch<7>(p);
  if (p.size == 9) launch<9>(p);
  if (p.size == 11) launch<11>(p);
  if (p.size == 13) launch<13>(p);
  if (p.size == 15) launch<15>(p);
  if (p.size == 17) launch<17>(p);
  if (p.size == 19) launch<19>(p);
  if (p.size == 21) launch<21>(p);
  if (p.size == 23) launch<23>(p);
  if (p.size == 25) launch<25>(p);
  if (p.size == 27) launch<27>(p);
  if (p.size == 29) launch<29>(p);
  if (p.size == 31) launch<31>(p);
  static_assert(largest_size == 31);
}

template <typename Real>
void from_registers(const Problem<Real>& p) {
  require_size(p.size);
  if (p.width == 0 || p.height == 0) return;
  set_filter(p);
  launch_for_size(p);
  check(cudaGetLastError());
}

// ---- Rung 5. Same as rung 3, except that the filter is a product of a column and a row: it needs 2 * size
// multiplications per pixel instead of size * size. A box and a Gaussian are such products; most filters are not.
//
// The first pass filters along the rows into scratch, the second along the columns into the result. The borders are the
// same as in one pass: a clamped or zero row stays clamped or zero when it is filtered.
constexpr int block_width = 32, block_height = 8;
constexpr int apart = 4;  // results per thread, one block width or height apart, so that a warp's pixels are neighbours

__constant__ double factor_memory[2 * largest_size];

template <typename Real>
__global__ void separable_rows_kernel(Problem<Real> p) {
  __shared__ Real tile[block_height][apart * block_width + largest_size - 1];
  const int radius = p.size / 2, width = apart * block_width;
  const int left = blockIdx.x * width, y = blockIdx.y * block_height + threadIdx.y;

  for (int j = threadIdx.x; j < width + 2 * radius; j += block_width)
    tile[threadIdx.y][j] = pixel(p.image, p.width, p.height, left + j - radius, min(y, p.height - 1), p.border);
  __syncthreads();

  const Real* row_factor = reinterpret_cast<const Real*>(factor_memory) + p.size;
  Real sums[apart] = {};
  for (int j = 0; j < p.size; ++j)
#pragma unroll
    for (int k = 0; k < apart; ++k) sums[k] += row_factor[j] * tile[threadIdx.y][threadIdx.x + k * block_width + j];
  for (int k = 0; k < apart; ++k) {
    const int x = left + k * block_width + threadIdx.x;
    if (x < p.width && y < p.height) p.scratch[std::size_t(y) * p.width + x] = sums[k];
  }
}

// The same along the columns, with a tall tile.
template <typename Real>
__global__ void separable_columns_kernel(Problem<Real> p) {
  __shared__ Real tile[apart * block_height + largest_size - 1][block_width];
  const int radius = p.size / 2, height = apart * block_height;
  const int x = blockIdx.x * block_width + threadIdx.x, top = blockIdx.y * height;

  for (int i = threadIdx.y; i < height + 2 * radius; i += block_height)
    tile[i][threadIdx.x] = pixel(p.scratch, p.width, p.height, min(x, p.width - 1), top + i - radius, p.border);
  __syncthreads();

  const Real* column_factor = reinterpret_cast<const Real*>(factor_memory);
  Real sums[apart] = {};
  for (int i = 0; i < p.size; ++i)
#pragma unroll
    for (int k = 0; k < apart; ++k) sums[k] += column_factor[i] * tile[threadIdx.y + k * block_height + i][threadIdx.x];
  for (int k = 0; k < apart; ++k) {
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
  const dim3 row_grid(blocks_for(p.width, apart * block_width), blocks_for(p.height, block_height));
  separable_rows_kernel<<<row_grid, block>>>(p);
  check(cudaGetLastError());
  const dim3 column_grid(blocks_for(p.width, block_width), blocks_for(p.height, apart * block_height));
  separable_columns_kernel<<<column_grid, block>>>(p);
  check(cudaGetLastError());
}

}  // namespace

template <typename Real>
std::span<const Rung<Real>> ladder() {
  static constexpr Rung<Real> rungs[] = {
      {"from_global", false, from_global<Real>},        // filter and image in global memory
      {"from_constant", false, from_constant<Real>},    // the filter in constant memory
      {"from_tile", false, from_tile<Real>},            // and the image in shared tiles with a halo
      {"from_registers", false, from_registers<Real>},  // and many results per thread, every loaded value reused
      {"separable", true, separable<Real>},             // two passes of size weights instead of one of size * size
  };
  return rungs;
}
template std::span<const Rung<float>> ladder();
template std::span<const Rung<double>> ladder();

}  // namespace convolution
