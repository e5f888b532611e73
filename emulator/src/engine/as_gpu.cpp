#include "engine/as_gpu.hpp"

#include <algorithm>
#include <atomic>

#include "emulator/as_gpu_calls.hpp"

namespace cuda_emulator {
namespace {
std::atomic<bool> chosen{false};
}

// Called before main by every file that was built with this option.
bool behave_as_gpu() {
  chosen = true;
  return true;
}
bool behaves_as_gpu() {
  return chosen;
}

std::uint64_t blocks_to_take(std::uint64_t first, std::uint64_t most) {
  return behaves_as_gpu() ? std::clamp<std::uint64_t>(first / 16, 1, most) : most;
}

// Lanes run in order, so the lanes of a warp after the one that stored last belong to the same step.
bool is_another_lanes(const volatile void* place, LastStore& last) {
  const unsigned lane = block_state.current;
  const bool same = last.place == place && last.grid == block_state.grid && last.lane < lane &&
                    last.lane / warp_size == lane / warp_size && last.block.x == blockIdx.x &&
                    last.block.y == blockIdx.y && last.block.z == blockIdx.z;
  last = {place, block_state.grid, lane, blockIdx};
  return same;
}

}  // namespace cuda_emulator
