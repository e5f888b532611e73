// Matrix product, continued: results 16 apart, so that a warp reads neighbours, then 16 bytes per access.
#include "ch09_shared/matmul_registers/matmul_registers.h"
#include "common/check.h"

namespace matmul_registers {

// The element at (row, col) of a matrix, 0 outside of it.
template <typename Real>
__device__ Real element_or_zero(const Real* matrix, std::size_t rows, std::size_t cols, std::size_t row,
                                std::size_t col) {
  return row < rows && col < cols ? matrix[row * cols + col] : Real{0};
}

constexpr int depth = 8;    // columns of a's tile, rows of b's
constexpr int results = 8;  // per thread, in each direction

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
      a_tile[i / depth][i % depth] = element_or_zero(a, shape.rows, shape.inner, top + i / depth, first + i % depth);
      b_tile[i / block_tile][i % block_tile] =
          element_or_zero(b, shape.inner, shape.cols, first + i / block_tile, left + i % block_tile);
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

template void block(const float*, const float*, float*, Shape);
template void block(const double*, const double*, double*, Shape);

}  // namespace matmul_registers
