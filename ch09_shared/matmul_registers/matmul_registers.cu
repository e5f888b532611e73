// Matrix product: several results per thread in one dimension, then in two; then results 16 apart, so that a warp reads
// neighbours, and 16 bytes per access.
//
// A tiled product needs two shared-memory accesses per multiply-add, and shared memory delivers 32 words to an SM in
// the time of 128 multiply-adds. A thread that computes m x n results reads m + n words for m n multiply-adds.
#include "ch09_shared/matmul_registers/matmul_registers.h"

#include "common/check.h"

namespace matmul_registers {
namespace {

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

// ---- Rung 4. Same as rung 3, except that a thread's results are 16 apart, so that the threads of a warp read
// neighbours. In rung 3 the threads' words are 8 apart, and 4 threads access each bank; but there the compiler can load
// a thread's 8 neighbours with two accesses of 16 bytes (LDS.128 in the machine code), and here it cannot.
constexpr int block_tile = 128;
constexpr int apart = block_tile / results;  // threads along each side of the tile
constexpr int block_threads = apart * apart;

template <typename Real>
__global__ void __launch_bounds__(block_threads) block_kernel(const Real* a, const Real* b, Real* c, Shape shape) {
  __shared__ Real a_tile[block_tile][depth], b_tile[depth][block_tile];
  const int t = threadIdx.x, x = t % apart, y = t / apart;
  const unsigned across = (shape.cols + block_tile - 1) / block_tile;
  const std::size_t top = std::size_t{blockIdx.x / across} * block_tile;
  const std::size_t left = std::size_t{blockIdx.x % across} * block_tile;

  Real sums[results][results] = {};
  for (std::size_t first = 0; first < shape.inner; first += depth) {
    for (int i = t; i < block_tile * depth; i += block_threads) {
      a_tile[i / depth][i % depth] = element(a, shape.rows, shape.inner, top + i / depth, first + i % depth);
      b_tile[i / block_tile][i % block_tile] =
          element(b, shape.inner, shape.cols, first + i / block_tile, left + i % block_tile);
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
      const std::size_t row = top + y + apart * i, col = left + x + apart * j;
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

// ---- Rung 5. Same as rung 4, except that one access of 16 bytes loads four neighbours. A thread needs neighbours in a
// column of a, so a's tile is stored transposed; and its 8 x 8 results become four squares of 4 x 4.
constexpr int four = 4;                      // floats in an access
constexpr int a_fours = depth / four;        // accesses to a row of a's tile
constexpr int b_fours = block_tile / four;   // accesses to a row of b's tile
constexpr int squares = results / four;      // of a thread's results, in each direction
constexpr int squares_apart = apart * four;  // elements from one to the next
static_assert(block_tile * a_fours == block_threads && depth * b_fours == block_threads, "one access per thread each");

__global__ void __launch_bounds__(block_threads) vector_kernel(const float* a, const float* b, float* c, Shape shape) {
  __shared__ alignas(16) float a_tile[depth][block_tile], b_tile[depth][block_tile];
  const int t = threadIdx.x, x = t % apart * four, y = t / apart * four;
  const int a_row = t / a_fours, a_k = t % a_fours * four, b_k = t / b_fours, b_col = t % b_fours * four;
  const unsigned across = (shape.cols + block_tile - 1) / block_tile;
  const std::size_t top = std::size_t{blockIdx.x / across} * block_tile;
  const std::size_t left = std::size_t{blockIdx.x % across} * block_tile;

  float sums[results][results] = {};
  for (std::size_t first = 0; first < shape.inner; first += depth) {
    const float4 from_a_row = *reinterpret_cast<const float4*>(a + (top + a_row) * shape.inner + first + a_k);
    const float4 from_b_row = *reinterpret_cast<const float4*>(b + (first + b_k) * shape.cols + left + b_col);
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
    const std::size_t row = top + y + i % four + i / four * squares_apart;
    for (int j = 0; j < results; ++j) {
      const std::size_t col = left + x + j % four + j / four * squares_apart;
      c[row * shape.cols + col] = sums[i][j];
    }
  }
}

// Accesses of 16 bytes need rows that are aligned to 16 bytes, and this kernel needs whole tiles; the block rung
// handles all other shapes.
void vector(const float* a, const float* b, float* c, Shape shape) {
  const bool whole = shape.rows % block_tile == 0 && shape.inner % depth == 0 && shape.cols % block_tile == 0;
  if (!whole || shape.rows == 0 || shape.cols == 0) return block(a, b, c, shape);
  vector_kernel<<<tiles_of(shape.rows, shape.cols, block_tile, block_tile), block_threads>>>(a, b, c, shape);
  check(cudaGetLastError());
}

}  // namespace

template <>
std::span<const Rung<float>> ladder() {
  static constexpr Rung<float> rungs[] = {
      {"column", column<float>},  // a thread computes 8 results of a column
      {"square", square<float>},  // a thread computes 8 x 8 results
      {"large", large<float>},    // a tile of twice the side
      {"block", block<float>},    // results 16 apart
      {"vector", vector},         // 16 bytes per access
  };
  return rungs;
}

template <>
std::span<const Rung<double>> ladder() {
  static constexpr Rung<double> rungs[] = {
      {"column", column<double>}, {"square", square<double>}, {"large", large<double>}, {"block", block<double>}};
  return rungs;
}

}  // namespace matmul_registers
