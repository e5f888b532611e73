// How many threads are resident on a multiprocessor, and the bandwidth that they reach.
//
// A multiprocessor has limited threads, blocks, registers and bytes of shared memory; the one that runs out first
// limits the resident blocks. By Little's law, bytes in flight = bandwidth x latency (lesson latency measures the
// latency). Many threads with one load each reach that number, or few threads with several.
#include "ch06_memory/occupancy/occupancy.h"

#include <stdexcept>

#include "common/check.h"

namespace occupancy {
namespace {

void require_sides(int rows, int cols) {
  if (rows < 0 || cols < 0 || rows > largest_side || cols > largest_side)
    throw std::length_error("a matrix's sides are 0 to 65535");
}

// ---- One element per thread, in blocks of different shapes.
template <typename Real>
__global__ void sum_block_kernel(const Real* x, const Real* y, Real* z, int rows, int cols) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= rows || col >= cols) return;
  const std::size_t i = std::size_t(row) * cols + col;
  z[i] = x[i] + y[i];
}

// The block size with the highest occupancy, by the runtime: it counts resident warps and does not consider memory.
template <typename Real>
dim3 shape_of(Launch launch) {
  if (launch.width > 0) return dim3(launch.width, launch.height);
  int blocks_to_fill_the_device = 0, threads = 0;
  check(cudaOccupancyMaxPotentialBlockSize(&blocks_to_fill_the_device, &threads, sum_block_kernel<Real>));
  return dim3(threads);
}

template <typename Real>
void sum_block(const Real* x, const Real* y, Real* z, int rows, int cols, Launch launch) {
  require_sides(rows, cols);
  const dim3 block = shape_of<Real>(launch);
  const dim3 grid(blocks_for(cols, block.x), blocks_for(rows, block.y));
  sum_block_kernel<<<grid, block>>>(x, y, z, rows, cols);
  check(cudaGetLastError());
}

template <typename Real>
Resources resources_of_block(Launch launch) {
  const dim3 block = shape_of<Real>(launch);
  return resources_of(reinterpret_cast<const void*>(sum_block_kernel<Real>), block.x * block.y, 0);
}

// ---- Same, except that each block continues with the tile below its own: fewer blocks must be started, and a thread
// still has one load of x and one of y in flight.
template <typename Real>
__global__ void sum_tiles_kernel(const Real* x, const Real* y, Real* z, int rows, int cols, int tiles) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * tiles * blockDim.y + threadIdx.y;
  if (col >= cols) return;
#pragma unroll 1  // unrolled, loads of several tiles would overlap
  for (int k = 0; k < tiles && row < rows; ++k, row += blockDim.y) {
    const std::size_t i = std::size_t(row) * cols + col;
    z[i] = x[i] + y[i];
  }
}

template <typename Real>
void sum_tiles(const Real* x, const Real* y, Real* z, int rows, int cols, Launch launch) {
  require_sides(rows, cols);
  const dim3 block(launch.width, launch.height);
  const dim3 grid(blocks_for(cols, launch.width), blocks_for(rows, launch.height * launch.tiles));
  sum_tiles_kernel<<<grid, block>>>(x, y, z, rows, cols, launch.tiles);
  check(cudaGetLastError());
}

template <typename Real>
Resources resources_of_tiles(Launch launch) {
  return resources_of(reinterpret_cast<const void*>(sum_tiles_kernel<Real>), launch.width * launch.height, 0);
}

// ---- Several elements per thread: all its loads are in flight before it waits for the first. Each load needs a
// register until its value is used.
template <int loads, typename Real>
__global__ void __launch_bounds__(block_size)
    sum_resident_kernel(const Real* x, const Real* y, Real* z, std::size_t n) {
  const std::size_t first = std::size_t{blockIdx.x} * (block_size * loads) + threadIdx.x;
  Real of_x[loads], of_y[loads];
#pragma unroll
  for (int k = 0; k < loads; ++k) {
    const std::size_t i = first + k * block_size;
    of_x[k] = i < n ? x[i] : Real{0};
    of_y[k] = i < n ? y[i] : Real{0};
  }
#pragma unroll
  for (int k = 0; k < loads; ++k) {
    const std::size_t i = first + k * block_size;
    if (i < n) z[i] = of_x[k] + of_y[k];
  }
}

// The dynamic shared memory of the launch. A kernel must opt in to more than 48 KB per block.
template <int loads, typename Real>
std::size_t shared_memory_of(Launch launch) {
  if (launch.resident == 0) return 0;
  const std::size_t shared = shared_memory_for(launch.resident);
  check(cudaFuncSetAttribute(sum_resident_kernel<loads, Real>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                             static_cast<int>(shared)));
  return shared;
}

template <int loads, typename Real>
void sum_resident(const Real* x, const Real* y, Real* z, int rows, int cols, Launch launch) {
  require_sides(rows, cols);
  const std::size_t n = std::size_t(rows) * cols, shared = shared_memory_of<loads, Real>(launch);
  sum_resident_kernel<loads><<<blocks_for(n, block_size * loads), block_size, shared>>>(x, y, z, n);
  check(cudaGetLastError());
}

template <int loads, typename Real>
Resources resources_of_resident(Launch launch) {
  const std::size_t shared = shared_memory_of<loads, Real>(launch);
  return resources_of(reinterpret_cast<const void*>(sum_resident_kernel<loads, Real>), block_size, shared);
}

}  // namespace

template <typename Real>
std::span<const Rung<Real>> ladder() {
  static constexpr Rung<Real> rungs[] = {
      {shapes, "32 x 32", 1, {32, 32}, sum_block<Real>, resources_of_block<Real>},
      {shapes, "32 x 16", 1, {32, 16}, sum_block<Real>, resources_of_block<Real>},
      {shapes, "16 x 32", 1, {16, 32}, sum_block<Real>, resources_of_block<Real>},
      {shapes, "16 x 16", 1, {16, 16}, sum_block<Real>, resources_of_block<Real>},
      {shapes, "256 x 1", 1, {256, 1}, sum_block<Real>, resources_of_block<Real>},
      {shapes, "1 x 256", 1, {1, 256}, sum_block<Real>, resources_of_block<Real>},
      {shapes, "8 x 8", 1, {8, 8}, sum_block<Real>, resources_of_block<Real>},
      {shapes, "4 x 4", 1, {4, 4}, sum_block<Real>, resources_of_block<Real>},
      {shapes, "suggested", 1, {0}, sum_block<Real>, resources_of_block<Real>},
      {tiles, "1 tile", 1, {8, 8, 1}, sum_tiles<Real>, resources_of_tiles<Real>},
      {tiles, "4 tiles", 1, {8, 8, 4}, sum_tiles<Real>, resources_of_tiles<Real>},
      {tiles, "16 tiles", 1, {8, 8, 16}, sum_tiles<Real>, resources_of_tiles<Real>},
      {fewer, "8 of 256", 1, {block_size, 1, 1, 8}, sum_resident<1, Real>, resources_of_resident<1, Real>},
      {fewer, "4 of 256", 1, {block_size, 1, 1, 4}, sum_resident<1, Real>, resources_of_resident<1, Real>},
      {fewer, "2 of 256", 1, {block_size, 1, 1, 2}, sum_resident<1, Real>, resources_of_resident<1, Real>},
      {fewer, "1 of 256", 1, {block_size, 1, 1, 1}, sum_resident<1, Real>, resources_of_resident<1, Real>},
      {little, "2 loads", 2, {block_size, 1, 1, 2}, sum_resident<2, Real>, resources_of_resident<2, Real>},
      {little, "4 loads", 4, {block_size, 1, 1, 2}, sum_resident<4, Real>, resources_of_resident<4, Real>},
      {little, "8 loads", 8, {block_size, 1, 1, 2}, sum_resident<8, Real>, resources_of_resident<8, Real>},
      {little, "16 loads", 16, {block_size, 1, 1, 2}, sum_resident<16, Real>, resources_of_resident<16, Real>},
      {registers, "1 load", 1, {block_size}, sum_resident<1, Real>, resources_of_resident<1, Real>},
      {registers, "4 loads", 4, {block_size}, sum_resident<4, Real>, resources_of_resident<4, Real>},
      {registers, "16 loads", 16, {block_size}, sum_resident<16, Real>, resources_of_resident<16, Real>},
  };
  return rungs;
}
template std::span<const Rung<float>> ladder();
template std::span<const Rung<double>> ladder();

}  // namespace occupancy
