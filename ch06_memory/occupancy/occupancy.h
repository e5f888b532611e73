// Sum of two matrices, a kernel that only moves memory: how many threads must be resident on a multiprocessor, and how
// many bytes must be on their way, before the memory is busy?
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

// What a launch asks of a multiprocessor, and how much of it that fills.
struct Resources {
  int block_size;             // threads
  int registers;              // a thread; 0 where the runtime does not tell
  std::size_t shared_memory;  // bytes a block, static and dynamic
  int blocks;                 // resident at once on a multiprocessor, by the runtime's own calculator
  double share;               // theoretical occupancy: resident warps of the most there can be
  const char* limit;          // what keeps another block out
  const void* kernel;         // for the runtime's calculator
};

inline constexpr int largest_side = 65535;  // of a matrix: the blocks that a grid has along y

// The rungs. x, y and z point to device memory, rows x columns values each, row by row; x and y are not changed, z is
// overwritten; sides are 0 to largest_side. A rung does not wait for the device, and throws CudaError if a launch
// fails.
template <typename Real>
struct Rung {
  const char* group;
  const char* name;
  int loads;  // of x and of y that a thread sends off before it needs one
  void (*sum)(const Real* x, const Real* y, int rows, int columns, Real* z);
  Resources (*resources)();
};

// A block of width x height threads, one element each.
template <typename Real, int width, int height>
void sum_block(const Real* x, const Real* y, int rows, int columns, Real* z);
template <typename Real, int width, int height>
Resources resources_of_block();

// Blocks of 256 threads, `loads` elements each, that ask for so much shared memory that at most `blocks` of them fit on
// a multiprocessor. The kernel has no use for that memory: it stands for one that has.
template <typename Real, int blocks, int loads>
void sum_resident(const Real* x, const Real* y, int rows, int columns, Real* z);
template <typename Real, int blocks, int loads>
Resources resources_of_resident();

template <typename Real, int width, int height>
constexpr Rung<Real> block_rung(const char* name) {
  return {"block shapes", name, 1, sum_block<Real, width, height>, resources_of_block<Real, width, height>};
}

template <typename Real, int blocks, int loads>
constexpr Rung<Real> resident_rung(const char* group, const char* name) {
  return {group, name, loads, sum_resident<Real, blocks, loads>, resources_of_resident<Real, blocks, loads>};
}

inline constexpr const char* fewer = "fewer blocks, for want of shared memory";
inline constexpr const char* little = "two blocks, more loads in flight";

template <typename Real>
inline constexpr Rung<Real> ladder[] = {
    block_rung<Real, 32, 32>("32 x 32"),
    block_rung<Real, 32, 16>("32 x 16"),
    block_rung<Real, 16, 32>("16 x 32"),
    block_rung<Real, 16, 16>("16 x 16"),
    block_rung<Real, 256, 1>("256 x 1"),
    block_rung<Real, 1, 256>("1 x 256"),
    block_rung<Real, 8, 8>("8 x 8"),
    block_rung<Real, 4, 4>("4 x 4"),
    resident_rung<Real, 8, 1>(fewer, "8 of 256"),
    resident_rung<Real, 4, 1>(fewer, "4 of 256"),
    resident_rung<Real, 2, 1>(fewer, "2 of 256"),
    resident_rung<Real, 1, 1>(fewer, "1 of 256"),
    resident_rung<Real, 2, 2>(little, "2 loads"),
    resident_rung<Real, 2, 4>(little, "4 loads"),
    resident_rung<Real, 2, 8>(little, "8 loads"),
    resident_rung<Real, 2, 16>(little, "16 loads"),
};

}  // namespace occupancy
