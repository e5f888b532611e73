// KeptMemory: scratch memory for Thrust's calls that is not allocated in each of them.
#pragma once

#include <cstddef>

#include "common/owners.h"

// An allocator in the form that Thrust expects: thrust::cuda::par(kept).on(stream). It gives the same memory to one
// call after the other, so only the first call waits for cudaMalloc. For calls in one stream: the next one starts when
// the memory is free again.
class KeptMemory {
 public:
  using value_type = char;
  char* allocate(std::ptrdiff_t bytes) {
    const std::size_t wanted = static_cast<std::size_t>(bytes);
    if (wanted > memory_.size()) memory_ = DeviceBuffer<char>(wanted);
    return memory_.data();
  }
  void deallocate(char*, std::size_t) {}

 private:
  DeviceBuffer<char> memory_;
};
