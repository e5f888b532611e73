// CUB's DeviceSelect, a single pass with look-back. The peers.cu of a lesson on compaction includes it.
#pragma once

#include <cub/device/device_select.cuh>

#include "ch15_patterns/compactions/compaction_task.h"
#include "common/check.h"
#include "common/workspace.h"

namespace compaction {
namespace {

struct Positive {
  template <typename Real>
  __host__ __device__ bool operator()(Real v) const {
    return v > 0;
  }
};

template <typename Real>
void cub_select(const Real* x, Real* kept, std::size_t* count, std::size_t n) {
  static Workspace<std::size_t> workspace;
  const auto call = [&](void* memory, std::size_t& size) {
    check(cub::DeviceSelect::If(memory, size, x, kept, count, n, Positive{}));
  };
  workspace.run(call, n);
}

[[maybe_unused]] const bool registered = [] {
  peers<float>().push_back({"CUB DeviceSelect::If", cub_select<float>});
  peers<double>().push_back({"CUB DeviceSelect::If", cub_select<double>});
  return true;
}();

}  // namespace
}  // namespace compaction
