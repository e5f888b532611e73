// Matrix product: several results per thread in one dimension, in two, and 16 bytes per access.
//
// A tiled product makes two accesses to shared memory for each multiply-add, and shared memory gives an SM 32 words in
// the time of 128 multiply-adds. A thread that computes m x n results reads m + n words for m n of them.
#include "ch09_shared/matmul_registers/matmul_registers.h"

#include "common/check.h"
#include "common/tiles.cuh"

namespace matmul_registers {

// The element at (row, col) of a matrix, 0 outside of it.
template <typename Real>
__device__ Real element(const Real* matrix, std::size_t rows, std::size_t cols, std::size_t row, std::size_t col) {
  return row < rows && col < cols ? matrix[row * cols + col] : Real{0};
}

constexpr int depth = 8;    // columns of a's tile, rows of b's
constexpr int results = 8;  // per thread, in each direction that has several

// ---- Rung 1. A tile of c has 64 x 64 elements, and a thread computes 8 of them, one below the other: each b that it
// reads serves 8 multiply-adds.
constexpr int column_tile = 64;
constexpr int column_threads = column_tile * column_tile / results;
static_assert(column_threads == column_tile * depth, "each thread copies one element of a and one of b");

template <typename Real>
__global__ void column_kernel(const Real* a, const Real* b, Real* c, Shape shape) {
  __shared__ Real a_tile[column_tile][depth], b_tile[depth][column_tile];
  const int t = threadIdx.x, col = t % column_tile, first_row = t / column_tile * results;
  const Corner tile = corner_along_rows(shape.cols, column_tile, column_tile);

  Real sums[results] = {};
  for (std::size_t first = 0; first < shape.inner; first += depth) {
    a_tile[t / depth][t % depth] = element(a, shape.rows, shape.inner, tile.row + t / depth, first + t % depth);
    b_tile[t / column_tile][col] = element(b, shape.inner, shape.cols, first + t / column_tile, tile.col + col);
    __syncthreads();

    for (int k = 0; k < depth; ++k) {
      const Real from_b = b_tile[k][col];
      for (int i = 0; i < results; ++i) sums[i] += a_tile[first_row + i][k] * from_b;
    }
    __syncthreads();
  }

  for (int i = 0; i < results; ++i) {
    const std::size_t row = tile.row + first_row + i;
    if (row < shape.rows && tile.col + col < shape.cols) c[row * shape.cols + tile.col + col] = sums[i];
  }
}

template <typename Real>
void column(const Real* a, const Real* b, Real* c, Shape shape) {
  if (shape.rows == 0 || shape.cols == 0) return;
  column_kernel<<<tiles_of(shape.rows, shape.cols, column_tile, column_tile), column_threads>>>(a, b, c, shape);
  check(cudaGetLastError());
}

// ---- Rung 2. Same as rung 1, except that a thread has 8 columns of results as well: 16 reads serve 64 multiply-adds,
// and the tile of 256 threads has 128 x 128 elements. A thread's results lie 16 apart, so that the threads of a warp
// read neighbours: 8 columns side by side would send 4 threads to each bank.
constexpr int block_tile = 128;
constexpr int apart = block_tile / results;  // threads along each side of the tile
constexpr int block_threads = apart * apart;

template <typename Real>
__global__ void __launch_bounds__(block_threads) block_kernel(const Real* a, const Real* b, Real* c, Shape shape) {
  __shared__ Real a_tile[block_tile][depth], b_tile[depth][block_tile];
  const int t = threadIdx.x, x = t % apart, y = t / apart;
  const Corner tile = corner_along_rows(shape.cols, block_tile, block_tile);

  Real sums[results][results] = {};
  for (std::size_t first = 0; first < shape.inner; first += depth) {
    for (int i = t; i < block_tile * depth; i += block_threads) {
      a_tile[i / depth][i % depth] = element(a, shape.rows, shape.inner, tile.row + i / depth, first + i % depth);
      b_tile[i / block_tile][i % block_tile] =
          element(b, shape.inner, shape.cols, first + i / block_tile, tile.col + i % block_tile);
    }
    __syncthreads();

    for (int k = 0; k < depth; ++k) {
      Real from_a[results], from_b[results];
      for (int i = 0; i < results; ++i) from_a[i] = a_tile[y + apart * i][k];
      for (int j = 0; j < results; ++j) from_b[j] = b_tile[k][x + apart * j];
      for (int i = 0; i < results; ++i)
        for (int j = 0; j < results; ++j) sums[i][j] += from_a[i] * from_b[j];
    }
    __syncthreads();
  }

  for (int i = 0; i < results; ++i) {
    for (int j = 0; j < results; ++j) {
      const std::size_t row = tile.row + y + apart * i, col = tile.col + x + apart * j;
      if (row < shape.rows && col < shape.cols) c[row * shape.cols + col] = sums[i][j];
    }
  }
}

template <typename Real>
void block(const Real* a, const Real* b, Real* c, Shape shape) {
  if (shape.rows == 0 || shape.cols == 0) return;
  block_kernel<<<tiles_of(shape.rows, shape.cols, block_tile, block_tile), block_threads>>>(a, b, c, shape);
  check(cudaGetLastError());
}

// ---- Rung 3. Same as rung 2, except that four neighbours travel in one access of 16 bytes. A thread needs neighbours
// in a column of a, so a's tile is stored transposed; and its 8 x 8 results become four squares of 4 x 4.
constexpr int four = 4;                      // floats in an access
constexpr int a_fours = depth / four;        // accesses to a row of a's tile
constexpr int b_fours = block_tile / four;   // accesses to a row of b's tile
constexpr int squares = results / four;      // of a thread's results, in each direction
constexpr int squares_apart = apart * four;  // elements from one to the next
static_assert(block_tile * a_fours == block_threads && depth * b_fours == block_threads, "one access per thread each");

// whole: the matrices are made of whole tiles. Elsewhere, and where a row does not start at a multiple of 16 bytes,
// four elements are read one by one, and those outside count as 0.
template <bool whole>
__device__ float4 four_elements(const float* matrix, std::size_t rows, std::size_t cols, std::size_t row,
                                std::size_t col) {
  if (whole) return *reinterpret_cast<const float4*>(matrix + row * cols + col);
  return make_float4(element(matrix, rows, cols, row, col), element(matrix, rows, cols, row, col + 1),
                     element(matrix, rows, cols, row, col + 2), element(matrix, rows, cols, row, col + 3));
}

template <bool whole>
__global__ void __launch_bounds__(block_threads) vector_kernel(const float* a, const float* b, float* c, Shape shape) {
  __shared__ alignas(16) float a_tile[depth][block_tile], b_tile[depth][block_tile];
  const int t = threadIdx.x, x = t % apart * four, y = t / apart * four;
  const int a_row = t / a_fours, a_k = t % a_fours * four, b_k = t / b_fours, b_col = t % b_fours * four;
  const Corner tile = corner_along_rows(shape.cols, block_tile, block_tile);

  float sums[results][results] = {};
  for (std::size_t first = 0; first < shape.inner; first += depth) {
    const float4 from_a_row = four_elements<whole>(a, shape.rows, shape.inner, tile.row + a_row, first + a_k);
    const float4 from_b_row = four_elements<whole>(b, shape.inner, shape.cols, first + b_k, tile.col + b_col);
    a_tile[a_k][a_row] = from_a_row.x;
    a_tile[a_k + 1][a_row] = from_a_row.y;
    a_tile[a_k + 2][a_row] = from_a_row.z;
    a_tile[a_k + 3][a_row] = from_a_row.w;
    *reinterpret_cast<float4*>(&b_tile[b_k][b_col]) = from_b_row;
    __syncthreads();

    for (int k = 0; k < depth; ++k) {
      float from_a[results], from_b[results];
      for (int s = 0; s < squares; ++s) {
        *reinterpret_cast<float4*>(&from_a[s * four]) = *reinterpret_cast<float4*>(&a_tile[k][y + s * squares_apart]);
        *reinterpret_cast<float4*>(&from_b[s * four]) = *reinterpret_cast<float4*>(&b_tile[k][x + s * squares_apart]);
      }
      for (int i = 0; i < results; ++i)
        for (int j = 0; j < results; ++j) sums[i][j] += from_a[i] * from_b[j];
    }
    __syncthreads();
  }

  for (int i = 0; i < results; ++i) {
    const std::size_t row = tile.row + y + i % four + i / four * squares_apart;
    for (int j = 0; j < results; ++j) {
      const std::size_t col = tile.col + x + j % four + j / four * squares_apart;
      if (whole || (row < shape.rows && col < shape.cols)) c[row * shape.cols + col] = sums[i][j];
    }
  }
}

void vector(const float* a, const float* b, float* c, Shape shape) {
  if (shape.rows == 0 || shape.cols == 0) return;
  const bool whole = shape.rows % block_tile == 0 && shape.inner % depth == 0 && shape.cols % block_tile == 0;
  const auto kernel = whole ? vector_kernel<true> : vector_kernel<false>;
  kernel<<<tiles_of(shape.rows, shape.cols, block_tile, block_tile), block_threads>>>(a, b, c, shape);
  check(cudaGetLastError());
}

template void column(const float*, const float*, float*, Shape);
template void column(const double*, const double*, double*, Shape);
template void block(const float*, const float*, float*, Shape);
template void block(const double*, const double*, double*, Shape);

}  // namespace matmul_registers
