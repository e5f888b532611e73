// Who fits on a multiprocessor, and what that is worth.
//
// A multiprocessor holds so many threads, blocks, registers and bytes of shared memory; whichever runs out first limits
// the resident blocks. Residents are no end in themselves: a load takes some 700 ns, and by Little's law the bytes on
// their way are bandwidth times latency. Many threads with one load each bring that about, or few with several.
#include "ch06_memory/occupancy/occupancy.h"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <utility>

#include "common/check.h"
#include "common/launch.h"

namespace occupancy {

namespace {

constexpr int warp_size = 32;

int attribute(cudaDeviceAttr what) {
  int device = 0, value = 0;
  check(cudaGetDevice(&device));
  check(cudaDeviceGetAttribute(&value, what, device));
  return value;
}

// How many blocks fit if each takes `each` of `all`; any number where a block takes nothing.
int fitting(std::size_t all, std::size_t each) {
  return each == 0 ? std::numeric_limits<int>::max() : static_cast<int>(all / each);
}

template <typename Kernel>
Resources resources_of(Kernel* kernel, int block_size, std::size_t dynamic_shared) {
  cudaFuncAttributes needs{};
  check(cudaFuncGetAttributes(&needs, kernel));
  int blocks = 0;
  check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, block_size, dynamic_shared));

  const int threads = attribute(cudaDevAttrMaxThreadsPerMultiProcessor);
  const std::size_t shared = needs.sharedSizeBytes + dynamic_shared;
  const std::size_t shared_taken = shared == 0 ? 0 : shared + attribute(cudaDevAttrReservedSharedMemoryPerBlock);
  // A warp takes registers for 32 threads, eight registers at a time; a part of a warp is a whole one.
  const int warps = (block_size + warp_size - 1) / warp_size;
  const std::size_t registers_taken = std::size_t(needs.numRegs + 7) / 8 * 8 * warps * warp_size;
  const std::pair<int, const char*> limits[] = {
      {fitting(threads, warps * warp_size), "threads"},
      {attribute(cudaDevAttrMaxBlocksPerMultiprocessor), "blocks"},
      {fitting(attribute(cudaDevAttrMaxRegistersPerMultiprocessor), registers_taken), "registers"},
      {fitting(attribute(cudaDevAttrMaxSharedMemoryPerMultiprocessor), shared_taken), "shared memory"},
  };
  const auto least = std::min_element(std::begin(limits), std::end(limits),
                                      [](const auto& a, const auto& b) { return a.first < b.first; });
  const double share = double(blocks) * warps / (threads / warp_size);  // by warps: idle lanes take their place too
  return {block_size, needs.numRegs, shared, blocks, share, least->second, reinterpret_cast<const void*>(kernel)};
}

void require_sides(int rows, int columns) {
  if (rows < 0 || columns < 0 || rows > largest_side || columns > largest_side)
    throw std::length_error("a matrix's sides are 0 to 65535");
}

}  // namespace

// ---- One element a thread, in blocks of different shapes. The narrower a block, the more rows a warp touches.
template <typename Real>
__global__ void sum_block_kernel(const Real* x, const Real* y, int rows, int columns, Real* z) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= rows || column >= columns) return;
  const std::size_t i = std::size_t(row) * columns + column;
  z[i] = x[i] + y[i];
}

template <typename Real, int width, int height>
void sum_block(const Real* x, const Real* y, int rows, int columns, Real* z) {
  require_sides(rows, columns);
  const dim3 grid(blocks_for(columns, width), blocks_for(rows, height));
  sum_block_kernel<<<grid, dim3(width, height)>>>(x, y, rows, columns, z);
  check(cudaGetLastError());
}

template <typename Real, int width, int height>
Resources resources_of_block() {
  return resources_of(sum_block_kernel<Real>, width * height, 0);
}

// ---- Several elements a thread: all its loads are on their way before it waits for the first.
constexpr int block_size = 256;

template <int loads, typename Real>
__global__ void __launch_bounds__(block_size)
    sum_resident_kernel(const Real* x, const Real* y, std::size_t n, Real* z) {
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

// Shared memory that keeps a further block out: an equal part of what there is, in whole kilobytes. A block may not
// have all of it, so one block alone takes as much as it may.
std::size_t filling(int blocks) {
  const int each = attribute(cudaDevAttrMaxSharedMemoryPerMultiprocessor) / blocks -
                   attribute(cudaDevAttrReservedSharedMemoryPerBlock);
  return std::min(each, attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin)) / 1024 * 1024;
}

template <typename Real, int blocks, int loads>
void sum_resident(const Real* x, const Real* y, int rows, int columns, Real* z) {
  require_sides(rows, columns);
  const std::size_t n = std::size_t(rows) * columns, shared = filling(blocks);
  // More than 48 KB a block have to be asked for.
  check(cudaFuncSetAttribute(sum_resident_kernel<loads, Real>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                             static_cast<int>(shared)));
  sum_resident_kernel<loads><<<blocks_for(n, block_size * loads), block_size, shared>>>(x, y, n, z);
  check(cudaGetLastError());
}

template <typename Real, int blocks, int loads>
Resources resources_of_resident() {
  const std::size_t shared = filling(blocks);
  check(cudaFuncSetAttribute(sum_resident_kernel<loads, Real>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                             static_cast<int>(shared)));
  return resources_of(sum_resident_kernel<loads, Real>, block_size, shared);
}

// The ladders name every instance, and so make the compiler produce them here.
template const Rung<float> ladder<float>[];
template const Rung<double> ladder<double>[];

}  // namespace occupancy
