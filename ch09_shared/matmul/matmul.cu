// Matrix product: every element read from global memory, then tiles in shared memory, then tiles of any size.
//
// The product takes 2 rows inner cols operations on (rows + cols) inner elements, so each element is used many times.
// The rungs differ in where it is found the second time.
#include "ch09_shared/matmul/matmul.h"

#include <stdexcept>

#include "common/check.h"
#include "common/launch.h"

namespace matmul {

constexpr int tile_size = 32;
constexpr int dynamic_tile_size = 16;  // anything up to 32: multiply_dynamic_kernel does not know it

// ---- Rung 1. A thread computes one element of c and reads a row of a and a column of b for it. All threads of a warp
// read the same element of a, and neighbours in b: the caches, not the code, keep this from being hopeless.
template <typename Real>
__global__ void multiply_naive_kernel(const Real* a, const Real* b, Real* c, Shape shape) {
  const std::size_t row = std::size_t{blockIdx.y} * tile_size + threadIdx.y;
  const std::size_t col = std::size_t{blockIdx.x} * tile_size + threadIdx.x;
  if (row >= shape.rows || col >= shape.cols) return;

  Real sum = 0;
  for (std::size_t k = 0; k < shape.inner; ++k) sum += a[row * shape.inner + k] * b[k * shape.cols + col];

  c[row * shape.cols + col] = sum;
}

// A block for each tile of c. A grid is much wider (2^31 - 1 blocks) than high.
dim3 grid_for(Shape shape, int tile) {
  constexpr int highest = 65535;
  const int down = blocks_for(shape.rows, tile);
  if (down > highest) throw std::length_error("more rows than a grid holds");
  return dim3(blocks_for(shape.cols, tile), down);
}

template <typename Real>
void multiply_naive(const Real* a, const Real* b, Real* c, Shape shape) {
  multiply_naive_kernel<<<grid_for(shape, tile_size), dim3(tile_size, tile_size)>>>(a, b, c, shape);
  check(cudaGetLastError());
}

// ---- Rung 2. Same, except that the block first copies a tile of a and a tile of b to shared memory, each thread one
// element of both. An element read from global memory is now used 32 times. What lies outside of a matrix counts as 0,
// so no thread may leave early: all of them copy, and all of them must reach the barriers.
template <typename Real>
__global__ void multiply_tiled_kernel(const Real* a, const Real* b, Real* c, Shape shape) {
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
    __syncthreads();  // nobody may overwrite a tile that somebody still reads
  }

  if (row < shape.rows && col < shape.cols) c[row * shape.cols + col] = sum;
}

template <typename Real>
void multiply_tiled(const Real* a, const Real* b, Real* c, Shape shape) {
  multiply_tiled_kernel<<<grid_for(shape, tile_size), dim3(tile_size, tile_size)>>>(a, b, c, shape);
  check(cudaGetLastError());
}

// ---- Rung 3. Same, except that the block's side is the tile's, and the launch gives the memory: both tiles lie in one
// array, one after the other. The compiler no longer knows the trip count of the inner loop, and cannot unroll it.
template <typename Real>
__global__ void multiply_dynamic_kernel(const Real* a, const Real* b, Real* c, Shape shape) {
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
void multiply_dynamic(const Real* a, const Real* b, Real* c, Shape shape) {
  constexpr int tile = dynamic_tile_size;
  constexpr int bytes = 2 * tile * tile * sizeof(Real);
  multiply_dynamic_kernel<<<grid_for(shape, tile), dim3(tile, tile), bytes>>>(a, b, c, shape);
  check(cudaGetLastError());
}

template const Rung<float> ladder<float>[];  // instantiates the rungs
template const Rung<double> ladder<double>[];

}  // namespace matmul
