// What launchers and programs ask CUDA: did a call succeed (check), how many blocks cover the work (blocks_for,
// tiles_of), what has this device (lacking).
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <limits>
#include <source_location>
#include <stdexcept>
#include <string>

// ---- Errors.

class CudaError : public std::runtime_error {
 public:
  CudaError(cudaError_t code, std::source_location where);  // what() says file, line, the code's name and its text

  // This machine lacks a requirement of CUDA programs: a device, or a driver as new as the toolkit.
  bool no_device() const { return code == cudaErrorNoDevice || code == cudaErrorInsufficientDriver; }

  cudaError_t code;
};

[[noreturn]] void throw_cuda_error(cudaError_t code, std::source_location where);

// Throws CudaError unless a CUDA call succeeded. In every build: a missed error costs more than a compare.
inline void check(cudaError_t code, std::source_location where = std::source_location::current()) {
  if (code != cudaSuccess) throw_cuda_error(code, where);
}

// ---- Launch sizes.

inline constexpr int warp_size = 32;  // threads

// The number of blocks that gives at least n threads. At least 1: an empty grid is an error in CUDA.
// Throws std::length_error if a grid cannot hold them.
inline int blocks_for(std::size_t n, int block_size) {
  const std::size_t blocks = n == 0 ? 1 : (n - 1) / block_size + 1;
  if (blocks > std::numeric_limits<int>::max()) throw std::length_error("more blocks than a grid holds");
  return static_cast<int>(blocks);
}

// The number of blocks for a matrix divided into tiles, one block each. A one-dimensional grid can have 2^31 - 1 tiles;
// along y it could have 65535. Throws std::length_error if a grid cannot hold them. At least 1: skip empty matrices.
inline int tiles_of(std::size_t rows, std::size_t cols, int tile_rows, int tile_cols) {
  const std::size_t down = blocks_for(rows, tile_rows), across = blocks_for(cols, tile_cols);
  return blocks_for(down * across, 1);
}

// ---- Properties of the device that programs need beyond cudaDeviceProp. All throw CudaError if there is no device.

// Its name; on the emulator it includes that times are not a GPU's.
std::string device_name();

// True on a CPU emulator: its results are right but it is slow, so programs choose smaller default sizes.
bool emulated_device();

// Compute capability as one number: 75, 90, ...
int compute_capability();

int multiprocessors();

int threads_per_multiprocessor();  // the most that can be resident at once

int reserved_shared();  // bytes of a block's shared memory that CUDA itself uses, beside what a kernel asks for

// A rung's requirements beyond compute capability 7.5 and 48 KB of shared memory per block, which all devices have.
struct Needs {
  int compute_capability = 75;   // 90 for 9.0
  std::size_t shared_bytes = 0;  // of a block, static and dynamic
  bool exactly = false;          // no other generation has the instructions: wgmma exists on 9.0 alone
};

// Why this device is not enough, such as "needs compute capability 9.0" or "needs exactly compute capability 9.0";
// empty if it is.
std::string lacking(const Needs& needs);
