// Which device the emulator passes for: limits and figures of real ones, chosen by CUDA_EMULATOR_DEVICE.
#pragma once
#include <cstddef>

namespace cuda_emulator {

struct DeviceProfile {
  const char* name;  // null: not chosen, an H200's limits under the emulator's own name
  int capability;    // 90 for 9.0
  int multiprocessors;
  // Of a multiprocessor.
  int threads, blocks;
  std::size_t shared;
  // Of a block.
  std::size_t shared_opt_in, shared_reserved, shared_granule;
  int single_to_double;  // how many times the rate of double the rate of float is
  int clock_khz, memory_clock_khz, memory_bus_bits, l2_bytes;
  int persisting_l2_bytes;  // of the L2 cache, what accesses may keep for themselves; 0: nothing, or not known

  bool clusters() const { return capability >= 90; }  // and bulk copies with arrival barriers
};

// The same one during the whole program. Ends the program with status 2 where CUDA_EMULATOR_DEVICE names none.
const DeviceProfile& device_profile();

}  // namespace cuda_emulator
