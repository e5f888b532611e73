// Many grids of one small block: how many of them are on the device at once?
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

#include "common/lcg.h"

namespace resident_grids {

inline constexpr int block_size = 32;  // a warp: a multiprocessor has room for many such blocks

// What the blocks count themselves, in device memory.
struct Running {
  unsigned now;   // blocks that have begun and not ended
  unsigned most;  // the largest number that there has been
};

// The rungs: `blocks` blocks in all. Thread i takes `steps` steps of the generator from x[i] to y[i]; x, y and running
// are device memory, x is not changed, running->most grows. A rung returns the work: a call of it enqueues all blocks
// and does not wait. Throws CudaError.
struct Rung {
  const char* name;
  std::function<void()> (*prepared)(const std::uint32_t* x, std::uint32_t* y, int blocks, int steps, Running* running);
};

std::span<const Rung> ladder();

}  // namespace resident_grids
