// Matrix product: several results a thread in one dimension, in two, and 16 bytes an access.
//
// A tiled product makes two accesses to shared memory for each multiply-add, and shared memory gives a multiprocessor
// 32 words in the time of 128 multiply-adds. A thread that computes m x n results reads m + n words for m n of them.
#include "ch09_shared/matmul_registers/matmul_registers.h"

#include <cstddef>

#include "common/check.h"
#include "common/launch.h"

namespace matmul_registers {

// The upper left corner of this block's tile of c. A grid of one dimension holds more tiles than one of two.
struct Corner {
  std::size_t row, col;
};

template <int tile_rows, int tile_cols>
__device__ Corner corner_of_tile(Shape shape) {
  const unsigned across = static_cast<unsigned>((shape.cols + tile_cols - 1) / tile_cols);
  return {std::size_t{blockIdx.x / across} * tile_rows, std::size_t{blockIdx.x % across} * tile_cols};
}

template <int tile_rows, int tile_cols>
int tiles(Shape shape) {
  const std::size_t down = blocks_for(shape.rows, tile_rows), across = blocks_for(shape.cols, tile_cols);
  return blocks_for(down * across, 1);
}

bool empty(Shape shape) {
  return shape.rows == 0 || shape.cols == 0;
}

// The element at (row, col) of a matrix, 0 outside of it.
template <typename Real>
__device__ Real element(const Real* matrix, std::size_t rows, std::size_t cols, std::size_t row, std::size_t col) {
  return row < rows && col < cols ? matrix[row * cols + col] : Real{0};
}

// ---- Rung 1. A thread computes 8 results, one below the other: each b it reads serves 8 multiply-adds.
template <typename Real>
__global__ void multiply_column_kernel(const Real* a, const Real* b, Real* c, Shape shape) {
  constexpr int side = 64, depth = 8, results = 8;
  __shared__ Real a_tile[side][depth], b_tile[depth][side];
  const int t = threadIdx.x, col = t % side, first_row = t / side * results;
  const Corner tile = corner_of_tile<side, side>(shape);

  Real sums[results] = {};
  for (std::size_t first = 0; first < shape.inner; first += depth) {
    a_tile[t / depth][t % depth] = element(a, shape.rows, shape.inner, tile.row + t / depth, first + t % depth);
    b_tile[t / side][col] = element(b, shape.inner, shape.cols, first + t / side, tile.col + col);
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
void multiply_column(const Real* a, const Real* b, Real* c, Shape shape) {
  if (empty(shape)) return;
  multiply_column_kernel<<<tiles<64, 64>(shape), 512>>>(a, b, c, shape);
  check(cudaGetLastError());
}

// ---- Rung 2. Same, in two dimensions: 16 reads serve 64 multiply-adds. A thread's results lie 16 apart, so that the
// threads of a warp read neighbours: 8 columns side by side would send 4 threads to each bank.
template <typename Real>
__global__ void __launch_bounds__(256) multiply_block_kernel(const Real* a, const Real* b, Real* c, Shape shape) {
  constexpr int side = 128, depth = 8, apart = 16, results = side / apart;
  __shared__ Real a_tile[side][depth], b_tile[depth][side];
  const int t = threadIdx.x, x = t % apart, y = t / apart;
  const Corner tile = corner_of_tile<side, side>(shape);

  Real sums[results][results] = {};
  for (std::size_t first = 0; first < shape.inner; first += depth) {
    for (int i = t; i < side * depth; i += 256) {
      a_tile[i / depth][i % depth] = element(a, shape.rows, shape.inner, tile.row + i / depth, first + i % depth);
      b_tile[i / side][i % side] = element(b, shape.inner, shape.cols, first + i / side, tile.col + i % side);
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
void multiply_block(const Real* a, const Real* b, Real* c, Shape shape) {
  if (empty(shape)) return;
  multiply_block_kernel<<<tiles<128, 128>(shape), 256>>>(a, b, c, shape);
  check(cudaGetLastError());
}

// ---- Rung 3. Same, except that four neighbours travel in one access of 16 bytes. A thread needs neighbours in a
// column of a, so a's tile is stored transposed. Rows of whole tiles only: where the matrices are not made of them, or
// a row does not start at a multiple of 16 bytes, four elements are read one by one, and those outside count as 0.
template <bool whole>
__device__ float4 four_elements(const float* matrix, std::size_t rows, std::size_t cols, std::size_t row,
                                std::size_t col) {
  if (whole) return *reinterpret_cast<const float4*>(matrix + row * cols + col);
  return make_float4(element(matrix, rows, cols, row, col), element(matrix, rows, cols, row, col + 1),
                     element(matrix, rows, cols, row, col + 2), element(matrix, rows, cols, row, col + 3));
}

template <bool whole>
__global__ void __launch_bounds__(256) multiply_vector_kernel(const float* a, const float* b, float* c, Shape shape) {
  constexpr int side = 128, depth = 8;
  __shared__ float4 a_tile[depth][side / 4], b_tile[depth][side / 4];
  const int t = threadIdx.x, x = t % 16, y = t / 16;
  const Corner tile = corner_of_tile<side, side>(shape);

  float sums[8][8] = {};
  for (std::size_t first = 0; first < shape.inner; first += depth) {
    const float4 a_four = four_elements<whole>(a, shape.rows, shape.inner, tile.row + t / 2, first + t % 2 * 4);
    const float4 b_four = four_elements<whole>(b, shape.inner, shape.cols, first + t / 32, tile.col + t % 32 * 4);
    const float from_row[4] = {a_four.x, a_four.y, a_four.z, a_four.w};
    for (int i = 0; i < 4; ++i) reinterpret_cast<float*>(a_tile[t % 2 * 4 + i])[t / 2] = from_row[i];
    b_tile[t / 32][t % 32] = b_four;
    __syncthreads();

    for (int k = 0; k < depth; ++k) {
      const float4 a4[2] = {a_tile[k][y], a_tile[k][y + 16]}, b4[2] = {b_tile[k][x], b_tile[k][x + 16]};
      const float from_a[8] = {a4[0].x, a4[0].y, a4[0].z, a4[0].w, a4[1].x, a4[1].y, a4[1].z, a4[1].w};
      const float from_b[8] = {b4[0].x, b4[0].y, b4[0].z, b4[0].w, b4[1].x, b4[1].y, b4[1].z, b4[1].w};
      for (int i = 0; i < 8; ++i)
        for (int j = 0; j < 8; ++j) sums[i][j] += from_a[i] * from_b[j];
    }
    __syncthreads();
  }

  for (int i = 0; i < 8; ++i) {
    const std::size_t row = tile.row + 4 * y + i % 4 + i / 4 * 64;
    for (int j = 0; j < 8; ++j) {
      const std::size_t col = tile.col + 4 * x + j % 4 + j / 4 * 64;
      if (whole || (row < shape.rows && col < shape.cols)) c[row * shape.cols + col] = sums[i][j];
    }
  }
}

void multiply_vector(const float* a, const float* b, float* c, Shape shape) {
  if (empty(shape)) return;
  const bool whole = shape.rows % 128 == 0 && shape.inner % 8 == 0 && shape.cols % 128 == 0;
  const auto kernel = whole ? multiply_vector_kernel<true> : multiply_vector_kernel<false>;
  kernel<<<tiles<128, 128>(shape), 256>>>(a, b, c, shape);
  check(cudaGetLastError());
}

template void multiply_column(const float*, const float*, float*, Shape);
template void multiply_column(const double*, const double*, double*, Shape);
template void multiply_block(const float*, const float*, float*, Shape);
template void multiply_block(const double*, const double*, double*, Shape);

}  // namespace matmul_registers
