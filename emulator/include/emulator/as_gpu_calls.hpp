// The functions of the library that as_gpu.hpp calls.
#pragma once
#include "emulator/core.hpp"

namespace cuda_emulator {

// From now on the scheduler starts blocks as a GPU does (src/engine/as_gpu.hpp).
bool behave_as_gpu();

// Has a lane of the same warp stored to this place before in the same step?
struct LastStore {
  const volatile void* place;
  unsigned grid, lane;
  uint3 block;
};
bool is_another_lanes(const volatile void* place, LastStore& last);

}  // namespace cuda_emulator
