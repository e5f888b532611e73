// CUB's scan, a single pass with look-back. The peers.cu of a lesson on scans includes it.
#pragma once

#include <cub/device/device_scan.cuh>

#include "ch15_patterns/scans/scan_task.h"
#include "common/check.h"
#include "common/workspace.h"

namespace scan {
namespace {

// Integers go through CUB as int, which most programs scan.
template <typename T>
using CubType = std::conditional_t<std::is_integral_v<T>, int, T>;

template <typename T>
void cub_scan(const T* x, T* y, std::size_t n, Kind kind) {
  static Workspace<std::size_t, Kind> workspace;
  const auto* in = reinterpret_cast<const CubType<T>*>(x);
  auto* out = reinterpret_cast<CubType<T>*>(y);
  const auto call = [&](void* memory, std::size_t& size) {
    check(kind == Kind::inclusive ? cub::DeviceScan::InclusiveSum(memory, size, in, out, n)
                                  : cub::DeviceScan::ExclusiveSum(memory, size, in, out, n));
  };
  workspace.run(call, n, kind);
}

[[maybe_unused]] const bool registered = [] {
  peers<unsigned>().push_back({"CUB DeviceScan", cub_scan<unsigned>});
  peers<float>().push_back({"CUB DeviceScan", cub_scan<float>});
  peers<double>().push_back({"CUB DeviceScan", cub_scan<double>});
  return true;
}();

}  // namespace
}  // namespace scan
