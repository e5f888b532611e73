// From one device's memory into another's: through the host, and directly.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <span>
#include <vector>

#include "common/owners.h"

namespace peer_copy {

using Element = uint4;  // 16 bytes: as much as one load moves

inline constexpr std::size_t chunk = 1 << 20;  // elements per staging buffer: 16 MiB

// The path from one device to another, which may be the same device. It owns a stream on each of the two, and two
// staging buffers in host memory.
class Way {
 public:
  Way(int from, int to);
  void wait() const;  // until all that was enqueued is done

  const int from, to;
  Stream leaving, arriving;  // on the device from, on the device to
  std::vector<PinnedBuffer<Element>> stops;
  std::vector<Event> filled, emptied;  // of each buffer: recorded in leaving, in arriving
};

// The rungs copy n elements from x, in the memory of way.from, to y, in that of way.to; n may be 0. They enqueue the
// work and do not wait; x is not changed. Throw CudaError.
struct Rung {
  const char* name;
  void (*run)(const Way& way, const Element* x, Element* y, std::size_t n);
  bool mapped;  // the devices must have access to each other's memory
};

std::span<const Rung> ladder();

// One thread of device follows a chain: each load gives the index of the next one. *end, in memory of device, becomes
// the index after `steps` steps from index 0. next may be in another device's memory.
void chase(int device, const unsigned* next, int steps, unsigned* end, cudaStream_t stream);

}  // namespace peer_copy
