// Sum of two matrices, a memory-bound kernel: how many threads must be resident on a multiprocessor, and how many bytes
// must be in flight, to reach full bandwidth?
#pragma once

#include <cstddef>
#include <vector>

namespace occupancy {

// The reference.
template <typename Real>
std::vector<Real> sum_cpu(const std::vector<Real>& x, const std::vector<Real>& y) {
  std::vector<Real> z(x.size());
  for (std::size_t i = 0; i < z.size(); ++i) z[i] = x[i] + y[i];
  return z;
}

inline constexpr int largest_side = 65535;  // of a matrix: the maximum of blocks along y

// How a rung is launched.
struct Launch {
  int width, height = 1;  // of a block, in threads; width 0: the block size that the runtime suggests
  int tiles = 1;          // tiles of width x height elements per block, one below the other
  int resident = 0;       // this many blocks fit on a multiprocessor; 0: as many as the kernel allows
};

// The resources of a launch on a multiprocessor, and the share of the multiprocessor that they fill.
struct Resources {
  int block_size;             // threads
  int registers;              // per thread
  std::size_t shared_memory;  // bytes per block, static and dynamic
  int blocks;                 // resident at once on a multiprocessor, by the runtime's own calculator
  double share;               // theoretical occupancy: resident warps / most resident warps
  const char* limit;          // the resource that limits the number of blocks
  const void* kernel;         // for the runtime's calculator
};

Resources resources_of(const void* kernel, int block_size, std::size_t dynamic_shared);  // resources.cpp

// The dynamic shared memory per block with which exactly `blocks` blocks fit on a multiprocessor (resources.cpp).
std::size_t shared_memory_for(int blocks);

// The rungs. x, y and z point to device memory, rows x cols values each, row by row; x and y are not changed, z is
// overwritten; sides are 0 to largest_side. A rung does not wait for the device, and throws CudaError if a launch
// fails, std::length_error if a side is out of range.
template <typename Real>
void sum_block(const Real* x, const Real* y, Real* z, int rows, int cols, Launch launch);  // one element per thread
template <typename Real>
void sum_tiles(const Real* x, const Real* y, Real* z, int rows, int cols, Launch launch);  // one per thread and tile
// Blocks of 256 threads, `loads` elements per thread. The kernel does not use the shared memory that limits it to
// launch.resident blocks: it stands in for a kernel that does.
template <int loads, typename Real>
void sum_resident(const Real* x, const Real* y, Real* z, int rows, int cols, Launch launch);

template <typename Real>
Resources resources_of_block(Launch launch);
template <typename Real>
Resources resources_of_tiles(Launch launch);
template <int loads, typename Real>
Resources resources_of_resident(Launch launch);

template <typename Real>
struct Rung {
  const char* group;
  const char* name;
  int loads;  // loads of x and of y per thread before the first use
  Launch launch;
  void (*run)(const Real* x, const Real* y, Real* z, int rows, int cols, Launch launch);
  Resources (*resources)(Launch launch);
};

inline constexpr const char* shapes = "block shapes";
inline constexpr const char* tiles = "small blocks, more tiles per block";
inline constexpr const char* fewer = "fewer blocks, limited by shared memory";
inline constexpr const char* little = "two blocks, more loads in flight";
inline constexpr const char* registers = "more loads in flight, and the registers that they need";
inline constexpr int block_size = 256;  // of sum_resident

template <typename Real>
inline constexpr Rung<Real> ladder[] = {
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

}  // namespace occupancy
