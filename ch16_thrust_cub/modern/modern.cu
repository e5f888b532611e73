// One step of the heat equation: by Thrust with fancy iterators, with a view of two dimensions, and by a kernel. The
// computation is the same everywhere, stepped() of modern.h. The rungs differ in how they get a cell and its
// neighbours.
#include "ch16_thrust_cub/modern/modern.h"

#include <thrust/copy.h>
#include <thrust/execution_policy.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/tabulate.h>
#include <thrust/transform.h>
#include <thrust/tuple.h>
#include <thrust/zip_function.h>

#include <cuda/std/mdspan>

#include "common/check.h"

namespace modern {
namespace {

// ---- Rung 1. The input of the transform are the numbers of the cells, which are stored nowhere. The function finds a
// cell's row and column by a division, and its neighbours by an index.
template <typename Real, typename Index>
struct StepOfCell {
  const Real* heat;
  Index rows, cols;
  Real alpha;
  __host__ __device__ Real operator()(Index cell) const {
    const Index row = cell / cols, col = cell % cols;
    if (at_edge(row, col, rows, cols)) return heat[cell];
    return stepped(heat[cell], heat[cell - cols], heat[cell + cols], heat[cell - 1], heat[cell + 1], alpha);
  }
};

template <typename Real>
void counted(const Real* heat, Real* next, std::size_t rows, std::size_t cols, Real alpha, cudaStream_t stream) {
  const thrust::counting_iterator<std::size_t> cells(0);
  thrust::transform(thrust::cuda::par_nosync.on(stream), cells, cells + rows * cols, next,
                    StepOfCell<Real, std::size_t>{heat, rows, cols, alpha});
}

// ---- Rung 2. Same as rung 1, except that the cells' numbers have 32 bits: a GPU divides these in far fewer
// instructions. Grids with more cells are left to rung 1.
bool fits_unsigned(std::size_t rows, std::size_t cols) {
  return rows * cols <= std::numeric_limits<unsigned>::max();
}

template <typename Real>
void narrow(const Real* heat, Real* next, std::size_t rows, std::size_t cols, Real alpha, cudaStream_t stream) {
  if (!fits_unsigned(rows, cols)) return counted(heat, next, rows, cols, alpha, stream);
  const thrust::counting_iterator<unsigned> cells(0);
  const unsigned down = static_cast<unsigned>(rows), across = static_cast<unsigned>(cols);
  thrust::transform(thrust::cuda::par_nosync.on(stream), cells, cells + rows * cols, next,
                    StepOfCell<Real, unsigned>{heat, down, across, alpha});
}

// ---- Rung 3. Same as rung 2, except that iterators deliver the neighbours: the array itself, five times, each begun
// at another cell. The first and the last row have no neighbour on one side, so they are copied.
template <typename Real>
struct StepOfNeighbours {
  unsigned cols;
  Real alpha;
  __host__ __device__ Real operator()(unsigned cell, Real here, Real up, Real down, Real left, Real right) const {
    const unsigned col = cell % cols;
    if (col == 0 || col + 1 == cols) return here;
    return stepped(here, up, down, left, right, alpha);
  }
};

template <typename Real>
void zipped(const Real* heat, Real* next, std::size_t rows, std::size_t cols, Real alpha, cudaStream_t stream) {
  if (!fits_unsigned(rows, cols)) return counted(heat, next, rows, cols, alpha, stream);
  const auto policy = thrust::cuda::par_nosync.on(stream);
  const std::size_t n = rows * cols;
  if (rows < 2 || cols == 0) {
    thrust::copy(policy, heat, heat + n, next);
    return;
  }
  const unsigned across = static_cast<unsigned>(cols);
  const Real* const first = heat + cols;  // of the second row
  const auto cells = thrust::make_zip_iterator(thrust::make_tuple(thrust::counting_iterator<unsigned>(across), first,
                                                                  first - cols, first + cols, first - 1, first + 1));
  thrust::copy(policy, heat, heat + cols, next);
  thrust::transform(policy, cells, cells + (n - 2 * cols), next + cols,
                    thrust::make_zip_function(StepOfNeighbours<Real>{across, alpha}));
  thrust::copy(policy, heat + n - cols, heat + n, next + n - cols);
}

// ---- Rung 4. Same as rung 2, except that the function sees a grid: grid(row, col) instead of an index, and the sizes
// come with it. thrust::tabulate gives the cells' numbers to the function, so no iterator is needed.
template <typename T>
using Grid = cuda::std::mdspan<T, cuda::std::dextents<std::size_t, 2>>;

template <typename Real>
__host__ __device__ Real step_of(const Grid<const Real>& heat, std::size_t row, std::size_t col, Real alpha) {
  if (at_edge(row, col, heat.extent(0), heat.extent(1))) return heat(row, col);
  return stepped(heat(row, col), heat(row - 1, col), heat(row + 1, col), heat(row, col - 1), heat(row, col + 1), alpha);
}

template <typename Real>
struct StepInGrid {
  Grid<const Real> heat;
  Real alpha;
  __host__ __device__ Real operator()(unsigned cell) const {
    const unsigned cols = static_cast<unsigned>(heat.extent(1));
    return step_of(heat, cell / cols, cell % cols, alpha);
  }
};

template <typename Real>
void tabulated(const Real* heat, Real* next, std::size_t rows, std::size_t cols, Real alpha, cudaStream_t stream) {
  if (!fits_unsigned(rows, cols)) return counted(heat, next, rows, cols, alpha, stream);
  thrust::tabulate(thrust::cuda::par_nosync.on(stream), next, next + rows * cols,
                   StepInGrid<Real>{Grid<const Real>(heat, rows, cols), alpha});
}

// ---- Rung 5. Same as rung 4 by a kernel: a thread has a row and a column from the start, so nothing is divided per
// cell. The views are passed by value; they hold a pointer and two sizes.
constexpr int block_rows = 8, block_cols = 32;
constexpr dim3 block_shape(block_cols, block_rows);

template <typename Real>
__global__ void views_kernel(Grid<const Real> heat, Grid<Real> next, Real alpha) {
  const unsigned across = (heat.extent(1) + block_cols - 1) / block_cols;
  const std::size_t row = std::size_t{blockIdx.x / across} * block_rows + threadIdx.y;
  const std::size_t col = std::size_t{blockIdx.x % across} * block_cols + threadIdx.x;
  if (row < heat.extent(0) && col < heat.extent(1)) next(row, col) = step_of(heat, row, col, alpha);
}

template <typename Real>
void views(const Real* heat, Real* next, std::size_t rows, std::size_t cols, Real alpha, cudaStream_t stream) {
  if (rows == 0 || cols == 0) return;
  views_kernel<Real><<<tiles_of(rows, cols, block_rows, block_cols), block_shape, 0, stream>>>(
      Grid<const Real>(heat, rows, cols), Grid<Real>(next, rows, cols), alpha);
  check(cudaGetLastError());
}

// ---- Rung 6. Same as rung 5 with pointers and indices of its own.
template <typename Real>
__global__ void pointers_kernel(const Real* heat, Real* next, std::size_t rows, std::size_t cols, Real alpha) {
  const unsigned across = (cols + block_cols - 1) / block_cols;
  const std::size_t row = std::size_t{blockIdx.x / across} * block_rows + threadIdx.y;
  const std::size_t col = std::size_t{blockIdx.x % across} * block_cols + threadIdx.x;
  if (row >= rows || col >= cols) return;
  const Real* const here = heat + row * cols + col;
  next[row * cols + col] =
      at_edge(row, col, rows, cols) ? *here : stepped(here[0], *(here - cols), here[cols], here[-1], here[1], alpha);
}

template <typename Real>
void pointers(const Real* heat, Real* next, std::size_t rows, std::size_t cols, Real alpha, cudaStream_t stream) {
  if (rows == 0 || cols == 0) return;
  pointers_kernel<<<tiles_of(rows, cols, block_rows, block_cols), block_shape, 0, stream>>>(heat, next, rows, cols,
                                                                                            alpha);
  check(cudaGetLastError());
}

}  // namespace

template <typename Real>
std::span<const Rung<Real>> ladder() {
  static constexpr Rung<Real> rungs[] = {
      {"counted", counted<Real>},     {"narrow", narrow<Real>}, {"zipped", zipped<Real>},
      {"tabulated", tabulated<Real>}, {"views", views<Real>},   {"pointers", pointers<Real>},
  };
  return rungs;
}
template std::span<const Rung<float>> ladder();
template std::span<const Rung<double>> ladder();

}  // namespace modern
