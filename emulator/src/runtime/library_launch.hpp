// The launch of a library's work (libraries/library.hpp). Compiled once: cuBLAS alone has more than a hundred kernels,
// and each would compile the launch of a kernel again.
#pragma once
#include <cstddef>
#include <memory>
#include <vector>

#include "emulator/launch.hpp"
#include "runtime/runtime.hpp"

namespace cuda_emulator {

// The function object of a grid's threads, and the first member of an object with the work.
struct LibraryKernel {
  const LibraryKernel* whole;
  std::size_t size;  // of the whole
  void (*run)(const LibraryKernel& whole, std::size_t block);
  std::size_t first = 0;  // the grid's first block
  void operator()() const { run(*whole, first + blockIdx.x); }
};

// make(work): a LibraryKernel with a copy of the work. The other parameters are run_library's.
bool launch_library(const char* name, std::size_t blocks, cudaStream_t stream, const void* work,
                    Owned (*make)(const void* work), bool waits_for_others, std::vector<GridTouch> touches);

// For the microscope: memory that this thread's next launch of a library reads or writes, besides its touches.
void announce_touch(const void* low, std::size_t bytes, bool writes);
// The same of an algorithm of CUB or Thrust, whose launch has this name; another launch in between takes nothing.
void announce_launch(const char* name, const void* low, std::size_t bytes, bool writes);
// Gives the grid what was announced of it. keep then owns that too.
void take_announced(Grid& grid, std::shared_ptr<void>& keep);
// A call returns only when its work has ended, as those do that give the host a result; null: it waits for all work.
void tell_that_host_waits(const cudaStream_t* stream);

}  // namespace cuda_emulator
