// The scan of chapter 15 by library calls: the cost of each convenience, compared with the ring.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cstddef>
#include <span>

#include "ch15_patterns/scan_single_pass/scan_single_pass.h"
#include "common/check.h"
#include "common/kept_memory.h"
#include "common/owners.h"

namespace scan_libraries {

using scan::Kind;
using Value = unsigned;

// The scratch memory of the rungs for n values: CUB's memory, with its size queried in advance, and the ring's states.
// It serves one stream. Throws CudaError.
struct Scratch {
  explicit Scratch(std::size_t n);
  std::size_t n;
  std::size_t cub_bytes;  // the size that CUB returned, and that is passed to it
  DeviceBuffer<char> cub;
  TileStateMemory states;
  KeptMemory kept;
};

// The rungs. x and y point to n values each in device memory, at multiples of 16 bytes. x is not changed; n may be 0.
// scratch must have been made for n values or more (else std::length_error). Rungs 1 and 2 wait for the device, the
// others only enqueue work in stream. They throw CudaError, or thrust::system_error.
struct Rung {
  const char* name;
  void (*run)(const Value* x, Value* y, std::size_t n, Kind kind, Scratch& scratch, cudaStream_t stream);
  Needs needs = {};
};

std::span<const Rung> ladder();

}  // namespace scan_libraries
