// Scratch memory for calls of NVIDIA's libraries that first return how much they need (CUB).
#pragma once

#include <cstddef>
#include <optional>
#include <tuple>

#include "common/owners.h"

// Queries the size and allocates only if Arguments, on which the size depends, differ from those of the last call: in a
// timed series that is its first call, which is a warm-up.
template <typename... Arguments>
class Workspace {
 public:
  // call(memory, size): with null it sets size, else it works.
  template <typename Call>
  void run(const Call& call, Arguments... arguments) {
    const std::tuple<Arguments...> these(arguments...);
    if (known_for_ != these) {
      known_for_.reset();
      size_ = 0;
      call(nullptr, size_);
      memory_ = DeviceBuffer<char>(size_);
      known_for_ = these;
    }
    call(memory_.data(), size_);
  }

 private:
  std::optional<std::tuple<Arguments...>> known_for_;
  std::size_t size_ = 0;
  DeviceBuffer<char> memory_;
};
