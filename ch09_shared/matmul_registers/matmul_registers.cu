// Matrix product: several results per thread in one dimension, then in two. vector.cu continues from here.
//
// A tiled product needs two shared-memory accesses per multiply-add, and shared memory delivers 32 words to an SM in
// the time of 128 multiply-adds. A thread that computes m x n results reads m + n words for m n multiply-adds.
#include "ch09_shared/matmul_registers/matmul_registers.h"

#include "common/check.h"

namespace matmul_registers {

// The element at (row, col) of a matrix, 0 outside of it.
template <typename Real>
__device__ Real element(const Real* matrix, std::size_t rows, std::size_t cols, std::size_t row, std::size_t col) {
  return row < rows && col < cols ? matrix[row * cols + col] : Real{0};
}

constexpr int depth = 8;    // columns of a's tile, rows of b's
constexpr int results = 8;  // per thread, in each direction that has several

// ---- Rung 1. A tile of c has 64 x 64 elements, and each thread computes 8 of them, one below the other: each element
// of b that it reads serves 8 multiply-adds.
constexpr int column_tile = 64;
constexpr int column_threads = column_tile * column_tile / results;
static_assert(column_threads == column_tile * depth, "each thread copies one element of a and one of b");

template <typename Real>
__global__ void column_kernel(const Real* a, const Real* b, Real* c, Shape shape) {
  __shared__ Real a_tile[column_tile][depth], b_tile[depth][column_tile];
  const int t = threadIdx.x, col = t % column_tile, first_row = t / column_tile * results;
  const unsigned across = (shape.cols + column_tile - 1) / column_tile;
  const std::size_t top = std::size_t{blockIdx.x / across} * column_tile;
  const std::size_t left = std::size_t{blockIdx.x % across} * column_tile;

  Real sums[results] = {};
  for (std::size_t first = 0; first < shape.inner; first += depth) {
    a_tile[t / depth][t % depth] = element(a, shape.rows, shape.inner, top + t / depth, first + t % depth);
    b_tile[t / column_tile][col] = element(b, shape.inner, shape.cols, first + t / column_tile, left + col);
    __syncthreads();

    for (int k = 0; k < depth; ++k) {
      const Real from_b = b_tile[k][col];
      for (int i = 0; i < results; ++i) sums[i] += a_tile[first_row + i][k] * from_b;
    }
    __syncthreads();
  }

  for (int i = 0; i < results; ++i) {
    const std::size_t row = top + first_row + i;
    if (row < shape.rows && left + col < shape.cols) c[row * shape.cols + left + col] = sums[i];
  }
}

template <typename Real>
void column(const Real* a, const Real* b, Real* c, Shape shape) {
  if (shape.rows == 0 || shape.cols == 0) return;
  column_kernel<<<tiles_of(shape.rows, shape.cols, column_tile, column_tile), column_threads>>>(a, b, c, shape);
  check(cudaGetLastError());
}

// ---- Rung 2. Same as rung 1, except that a thread has 8 columns of results as well: 16 reads serve 64 multiply-adds,
// instead of 9 for 8. The tile is the same, so it takes 64 threads now, and each copies 8 elements of a and 8 of b.
constexpr int square_tile = 64;
constexpr int square_side = square_tile / results;  // threads along each side of the tile
constexpr int square_threads = square_side * square_side;

template <typename Real>
__global__ void __launch_bounds__(square_threads) square_kernel(const Real* a, const Real* b, Real* c, Shape shape) {
  __shared__ Real a_tile[square_tile][depth], b_tile[depth][square_tile];
  const int t = threadIdx.x, first_row = t / square_side * results, first_col = t % square_side * results;
  const unsigned across = (shape.cols + square_tile - 1) / square_tile;
  const std::size_t top = std::size_t{blockIdx.x / across} * square_tile;
  const std::size_t left = std::size_t{blockIdx.x % across} * square_tile;

  Real sums[results][results] = {};
  for (std::size_t first = 0; first < shape.inner; first += depth) {
    for (int i = t; i < square_tile * depth; i += square_threads) {
      a_tile[i / depth][i % depth] = element(a, shape.rows, shape.inner, top + i / depth, first + i % depth);
      b_tile[i / square_tile][i % square_tile] =
          element(b, shape.inner, shape.cols, first + i / square_tile, left + i % square_tile);
    }
    __syncthreads();

    for (int k = 0; k < depth; ++k) {
      Real from_a[results], from_b[results];
      for (int i = 0; i < results; ++i) from_a[i] = a_tile[first_row + i][k];
      for (int j = 0; j < results; ++j) from_b[j] = b_tile[k][first_col + j];
      for (int i = 0; i < results; ++i)
        for (int j = 0; j < results; ++j) sums[i][j] += from_a[i] * from_b[j];
    }
    __syncthreads();
  }

  for (int i = 0; i < results; ++i) {
    for (int j = 0; j < results; ++j) {
      const std::size_t row = top + first_row + i, col = left + first_col + j;
      if (row < shape.rows && col < shape.cols) c[row * shape.cols + col] = sums[i][j];
    }
  }
}

template <typename Real>
void square(const Real* a, const Real* b, Real* c, Shape shape) {
  if (shape.rows == 0 || shape.cols == 0) return;
  square_kernel<<<tiles_of(shape.rows, shape.cols, square_tile, square_tile), square_threads>>>(a, b, c, shape);
  check(cudaGetLastError());
}

// ---- Rung 3. Same as rung 2, except that the tile has 128 x 128 elements, and the block 256 threads: each value read
// from global memory is used 128 times instead of 64 times.
constexpr int large_tile = 128;
constexpr int large_side = large_tile / results;
constexpr int large_threads = large_side * large_side;

template <typename Real>
__global__ void __launch_bounds__(large_threads) large_kernel(const Real* a, const Real* b, Real* c, Shape shape) {
  __shared__ Real a_tile[large_tile][depth], b_tile[depth][large_tile];
  const int t = threadIdx.x, first_row = t / large_side * results, first_col = t % large_side * results;
  const unsigned across = (shape.cols + large_tile - 1) / large_tile;
  const std::size_t top = std::size_t{blockIdx.x / across} * large_tile;
  const std::size_t left = std::size_t{blockIdx.x % across} * large_tile;

  Real sums[results][results] = {};
  for (std::size_t first = 0; first < shape.inner; first += depth) {
    for (int i = t; i < large_tile * depth; i += large_threads) {
      a_tile[i / depth][i % depth] = element(a, shape.rows, shape.inner, top + i / depth, first + i % depth);
      b_tile[i / large_tile][i % large_tile] =
          element(b, shape.inner, shape.cols, first + i / large_tile, left + i % large_tile);
    }
    __syncthreads();

    for (int k = 0; k < depth; ++k) {
      Real from_a[results], from_b[results];
      for (int i = 0; i < results; ++i) from_a[i] = a_tile[first_row + i][k];
      for (int j = 0; j < results; ++j) from_b[j] = b_tile[k][first_col + j];
      for (int i = 0; i < results; ++i)
        for (int j = 0; j < results; ++j) sums[i][j] += from_a[i] * from_b[j];
    }
    __syncthreads();
  }

  for (int i = 0; i < results; ++i) {
    for (int j = 0; j < results; ++j) {
      const std::size_t row = top + first_row + i, col = left + first_col + j;
      if (row < shape.rows && col < shape.cols) c[row * shape.cols + col] = sums[i][j];
    }
  }
}

template <typename Real>
void large(const Real* a, const Real* b, Real* c, Shape shape) {
  if (shape.rows == 0 || shape.cols == 0) return;
  large_kernel<<<tiles_of(shape.rows, shape.cols, large_tile, large_tile), large_threads>>>(a, b, c, shape);
  check(cudaGetLastError());
}

template void column(const float*, const float*, float*, Shape);
template void square(const float*, const float*, float*, Shape);
template void large(const float*, const float*, float*, Shape);
template void column(const double*, const double*, double*, Shape);
template void square(const double*, const double*, double*, Shape);
template void large(const double*, const double*, double*, Shape);

}  // namespace matmul_registers
