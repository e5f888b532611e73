// The product of matmul's rung `tiled`, and c = alpha a b + beta c in two kernels or in one.
#include "ch09_shared/matmul_terms/matmul_terms.h"

#include <stdexcept>

#include "common/check.h"

namespace matmul_terms {
namespace {

constexpr int tile_size = 32;
constexpr int block_size = 256;

// This thread's element of a b, from tiles in shared memory. All threads of the block must call it.
template <typename Real>
__device__ Real inner_product(const Real* a, const Real* b, Shape shape, std::size_t row, std::size_t col) {
  __shared__ Real a_tile[tile_size][tile_size], b_tile[tile_size][tile_size];
  const int x = threadIdx.x, y = threadIdx.y;
  Real sum = 0;
  for (std::size_t first = 0; first < shape.inner; first += tile_size) {
    const std::size_t a_col = first + x, b_row = first + y;
    a_tile[y][x] = row < shape.rows && a_col < shape.inner ? a[row * shape.inner + a_col] : Real{0};
    b_tile[y][x] = b_row < shape.inner && col < shape.cols ? b[b_row * shape.cols + col] : Real{0};
    __syncthreads();
    for (int k = 0; k < tile_size; ++k) sum += a_tile[y][k] * b_tile[k][x];
    __syncthreads();
  }
  return sum;
}

// One block per tile of c.
dim3 grid_for(Shape shape) {
  constexpr int highest = 65535;
  const int down = blocks_for(shape.rows, tile_size);
  if (down > highest) throw std::length_error("more rows than a grid holds");
  return dim3(blocks_for(shape.cols, tile_size), down);
}

constexpr dim3 block_shape(tile_size, tile_size);

// ---- Rung 1. One kernel computes the product into a separate array; a second kernel reads that array and c, and
// writes c. The array, as large as c, is an extra write and an extra read.
template <typename Real>
__global__ void product_kernel(const Real* a, const Real* b, Real* product, Shape shape) {
  const std::size_t row = std::size_t{blockIdx.y} * tile_size + threadIdx.y;
  const std::size_t col = std::size_t{blockIdx.x} * tile_size + threadIdx.x;
  const Real sum = inner_product(a, b, shape, row, col);
  if (row < shape.rows && col < shape.cols) product[row * shape.cols + col] = sum;
}

template <typename Real>
__global__ void combine_kernel(const Real* product, const Real* c_in, Real* c, std::size_t n, Factors<Real> factors) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  if (i < n) c[i] = factors.alpha * product[i] + factors.beta * c_in[i];
}

template <typename Real>
void separate(const Real* a, const Real* b, const Real* c_in, Real* c, Real* scratch, Shape shape,
              Factors<Real> factors) {
  product_kernel<<<grid_for(shape), block_shape>>>(a, b, scratch, shape);
  check(cudaGetLastError());
  const std::size_t n = shape.rows * shape.cols;
  combine_kernel<<<blocks_for(n, block_size), block_size>>>(scratch, c_in, c, n, factors);
  check(cudaGetLastError());
}

// ---- Rung 2. Same, except that the thread that computes the sum also combines it with c: c is read and written once.
template <typename Real>
__global__ void fused_kernel(const Real* a, const Real* b, const Real* c_in, Real* c, Shape shape,
                             Factors<Real> factors) {
  const std::size_t row = std::size_t{blockIdx.y} * tile_size + threadIdx.y;
  const std::size_t col = std::size_t{blockIdx.x} * tile_size + threadIdx.x;
  const Real sum = inner_product(a, b, shape, row, col);
  const std::size_t i = row * shape.cols + col;
  if (row < shape.rows && col < shape.cols) c[i] = factors.alpha * sum + factors.beta * c_in[i];
}

template <typename Real>
void fused(const Real* a, const Real* b, const Real* c_in, Real* c, Real*, Shape shape, Factors<Real> factors) {
  fused_kernel<<<grid_for(shape), block_shape>>>(a, b, c_in, c, shape, factors);
  check(cudaGetLastError());
}

// ---- Rung 3. Same, except that c is not read if beta is 0. This saves a read. It also allows any values in c,
// including NaN, which 0 times would be NaN. BLAS guarantees this, and programs rely on it for uninitialised memory.
template <typename Real>
__global__ void zero_skipped_kernel(const Real* a, const Real* b, const Real* c_in, Real* c, Shape shape,
                                    Factors<Real> factors) {
  const std::size_t row = std::size_t{blockIdx.y} * tile_size + threadIdx.y;
  const std::size_t col = std::size_t{blockIdx.x} * tile_size + threadIdx.x;
  const Real sum = inner_product(a, b, shape, row, col);
  const std::size_t i = row * shape.cols + col;
  if (row < shape.rows && col < shape.cols)
    c[i] = factors.beta == 0 ? factors.alpha * sum : factors.alpha * sum + factors.beta * c_in[i];
}

template <typename Real>
void zero_skipped(const Real* a, const Real* b, const Real* c_in, Real* c, Real*, Shape shape, Factors<Real> factors) {
  zero_skipped_kernel<<<grid_for(shape), block_shape>>>(a, b, c_in, c, shape, factors);
  check(cudaGetLastError());
}

}  // namespace

template <typename Real>
std::span<const Rung<Real>> ladder() {
  static constexpr Rung<Real> rungs[] = {
      {"separate", separate<Real>},          // a product, then a kernel that combines it with c
      {"fused", fused<Real>},                // in the kernel of the product, where it writes c
      {"zero_skipped", zero_skipped<Real>},  // if beta is 0, c is not read
  };
  return rungs;
}
template std::span<const Rung<float>> ladder();
template std::span<const Rung<double>> ladder();

}  // namespace matmul_terms
