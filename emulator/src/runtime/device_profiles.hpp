// The device that the emulator represents: limits and figures of real devices, selected by CUDA_EMULATOR_DEVICE.
#pragma once
#include <cstddef>

namespace cuda_emulator {

struct DeviceProfile {
  const char* name;  // null: none selected, an H200's limits under the emulator's own name
  int capability;    // 90 for 9.0
  int multiprocessors;
  // Of a multiprocessor.
  int threads, blocks;
  std::size_t shared;
  // Of a block.
  std::size_t shared_opt_in, shared_reserved, shared_granule;
  int single_to_double;  // the rate of float as a multiple of the rate of double
  int clock_khz, memory_clock_khz, memory_bus_bits, l2_bytes;
  int persisting_l2_bytes;  // part of the L2 cache that persisting accesses may use; 0: none, or unknown

  bool clusters() const { return capability >= 90; }  // and bulk copies with arrival barriers
};

// The same during the whole program. Ends the program with status 2 if CUDA_EMULATOR_DEVICE names no device of the
// table.
const DeviceProfile& device_profile();

}  // namespace cuda_emulator
