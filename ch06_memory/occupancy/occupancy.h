// Sum of two matrices, a memory-bound kernel: how many threads must be resident on a multiprocessor, and how many bytes
// must be in flight, to reach full bandwidth?
#pragma once

#include <cstddef>
#include <span>
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
std::span<const Rung<Real>> ladder();

}  // namespace occupancy
