// Matrix product: first every element is read from global memory, then from tiles in shared memory, then from tiles of
// any size.
//
// The product needs 2 rows inner cols operations on (rows + cols) inner elements, so each element is used many times.
// The rungs differ in the memory from which it is read after the first time.
#include "ch09_shared/matmul/matmul.h"

#include <algorithm>
#include <stdexcept>

#include "common/check.h"

namespace matmul {

// A grid can be much wider (2^31 - 1 blocks) than high.
dim3 grid_for(Shape shape) {
  constexpr int highest = 65535;
  const int down = blocks_for(shape.rows, tile_size);
  if (down > highest) throw std::length_error("more rows than a grid holds");
  return dim3(blocks_for(shape.cols, tile_size), down);
}

namespace {

constexpr dim3 block_shape(tile_size, tile_size);

// ---- Rung 1. Each thread computes one element of c from a row of a and a column of b. threadIdx.x runs down the rows:
// at each k a warp reads 32 elements of a that are a whole row apart, which takes 32 sectors.
template <typename Real>
__global__ void uncoalesced_kernel(const Real* a, const Real* b, Real* c, Shape shape) {
  const std::size_t row = std::size_t{blockIdx.y} * tile_size + threadIdx.x;
  const std::size_t col = std::size_t{blockIdx.x} * tile_size + threadIdx.y;
  if (row >= shape.rows || col >= shape.cols) return;

  Real sum = 0;
  for (std::size_t k = 0; k < shape.inner; ++k) sum += a[row * shape.inner + k] * b[k * shape.cols + col];

  c[row * shape.cols + col] = sum;
}

template <typename Real>
void uncoalesced(const Real* a, const Real* b, Real* c, Shape shape) {
  uncoalesced_kernel<<<grid_for(shape), block_shape>>>(a, b, c, shape);
  check(cudaGetLastError());
}

// ---- Rung 2. Same as rung 1, except that threadIdx.x runs along the columns: a warp reads a single element of a, and
// 32 neighbours of b.
template <typename Real>
__global__ void coalesced_kernel(const Real* a, const Real* b, Real* c, Shape shape) {
  const std::size_t row = std::size_t{blockIdx.y} * tile_size + threadIdx.y;
  const std::size_t col = std::size_t{blockIdx.x} * tile_size + threadIdx.x;
  if (row >= shape.rows || col >= shape.cols) return;

  Real sum = 0;
  for (std::size_t k = 0; k < shape.inner; ++k) sum += a[row * shape.inner + k] * b[k * shape.cols + col];

  c[row * shape.cols + col] = sum;
}

template <typename Real>
void coalesced(const Real* a, const Real* b, Real* c, Shape shape) {
  coalesced_kernel<<<grid_for(shape), block_shape>>>(a, b, c, shape);
  check(cudaGetLastError());
}

// ---- Rung 3. Same as rung 2, except that the block first copies a tile of a and a tile of b to shared memory, one
// element of each per thread. An element read from global memory is now used 32 times. Elements outside the matrices
// count as 0. No thread may return early: all of them copy, and all of them must reach the barriers.
template <typename Real>
__global__ void tiled_kernel(const Real* a, const Real* b, Real* c, Shape shape) {
  __shared__ Real a_tile[tile_size][tile_size], b_tile[tile_size][tile_size];
  const int x = threadIdx.x, y = threadIdx.y;
  const std::size_t row = std::size_t{blockIdx.y} * tile_size + y, col = std::size_t{blockIdx.x} * tile_size + x;

  Real sum = 0;
  for (std::size_t first = 0; first < shape.inner; first += tile_size) {
    const std::size_t a_col = first + x, b_row = first + y;
    a_tile[y][x] = row < shape.rows && a_col < shape.inner ? a[row * shape.inner + a_col] : Real{0};
    b_tile[y][x] = b_row < shape.inner && col < shape.cols ? b[b_row * shape.cols + col] : Real{0};
    __syncthreads();

    for (int k = 0; k < tile_size; ++k) sum += a_tile[y][k] * b_tile[k][x];
    __syncthreads();  // no thread may overwrite a tile that another still reads
  }

  if (row < shape.rows && col < shape.cols) c[row * shape.cols + col] = sum;
}

template <typename Real>
void tiled(const Real* a, const Real* b, Real* c, Shape shape) {
  tiled_kernel<<<grid_for(shape), block_shape>>>(a, b, c, shape);
  check(cudaGetLastError());
}

// ---- Rung 4. Same as rung 3, except that the launch sets the size of the tile, which is the size of the block: both
// tiles are parts of one array. The compiler no longer knows the trip count of the inner loop.
template <typename Real>
__global__ void dynamic_kernel(const Real* a, const Real* b, Real* c, Shape shape) {
  extern __shared__ double memory[];  // raw memory, aligned for the largest type
  const int x = threadIdx.x, y = threadIdx.y, tile = blockDim.x;
  Real* a_tile = reinterpret_cast<Real*>(memory);
  Real* b_tile = a_tile + tile * tile;
  const std::size_t row = std::size_t{blockIdx.y} * tile + y, col = std::size_t{blockIdx.x} * tile + x;

  Real sum = 0;
  for (std::size_t first = 0; first < shape.inner; first += tile) {
    const std::size_t a_col = first + x, b_row = first + y;
    a_tile[y * tile + x] = row < shape.rows && a_col < shape.inner ? a[row * shape.inner + a_col] : Real{0};
    b_tile[y * tile + x] = b_row < shape.inner && col < shape.cols ? b[b_row * shape.cols + col] : Real{0};
    __syncthreads();

    for (int k = 0; k < tile; ++k) sum += a_tile[y * tile + k] * b_tile[k * tile + x];
    __syncthreads();
  }

  if (row < shape.rows && col < shape.cols) c[row * shape.cols + col] = sum;
}

template <typename Real>
void dynamic(const Real* a, const Real* b, Real* c, Shape shape) {
  constexpr int bytes = 2 * tile_size * tile_size * sizeof(Real);
  dynamic_kernel<<<grid_for(shape), block_shape, bytes>>>(a, b, c, shape);
  check(cudaGetLastError());
}

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
void fitted(const Real* a, const Real* b, Real* c, Shape shape) {
  const int depth = fitted_depth<Real>(shape.inner);
  const int bytes = 2 * tile_size * depth * static_cast<int>(sizeof(Real));
  check(cudaFuncSetAttribute(fitted_kernel<Real>, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
  fitted_kernel<<<grid_for(shape), dim3(tile_size, tile_size), bytes>>>(a, b, c, shape, depth);
  check(cudaGetLastError());
}

}  // namespace

template <typename Real>
int fitted_depth(std::size_t inner) {
  int device = 0, bytes = 0;
  check(cudaGetDevice(&device));
  check(cudaDeviceGetAttribute(&bytes, cudaDevAttrMaxSharedMemoryPerBlockOptin, device));
  const int most = bytes / (2 * tile_size * static_cast<int>(sizeof(Real))) / tile_size * tile_size;
  const std::size_t whole = (inner + tile_size - 1) / tile_size * tile_size;  // deeper strips would only add zeros
  return static_cast<int>(std::clamp<std::size_t>(whole, tile_size, most));
}
template int fitted_depth<float>(std::size_t);
template int fitted_depth<double>(std::size_t);

template <typename Real>
std::span<const Rung<Real>> ladder() {
  static constexpr Rung<Real> rungs[] = {
      {"uncoalesced", uncoalesced<Real>},  // one element per thread; a column per warp
      {"coalesced", coalesced<Real>},      // the same; a row per warp
      {"tiled", tiled<Real>},              // tiles of a and b in shared memory
      {"dynamic", dynamic<Real>},          // the launch sets the size of the tile
      {"fitted", fitted<Real>},            // as much of it as the device has
  };
  return rungs;
}
template std::span<const Rung<float>> ladder();
template std::span<const Rung<double>> ladder();

}  // namespace matmul
