// CUB's scan, which like ch15_patterns/scan_single_pass reads the array once.
#include <cub/device/device_scan.cuh>

#include "ch15_patterns/scan/scan.h"
#include "common/check.h"
#include "common/workspace.h"

namespace scan {
namespace {

// Whole numbers go through CUB as int, which is what most programs scan.
template <typename T>
using CubType = std::conditional_t<std::is_integral_v<T>, int, T>;

template <typename T>
void cub_scan(const T* x, std::size_t n, Kind kind, T* y, T*) {
  static Workspace<std::size_t, Kind> workspace;
  const auto* in = reinterpret_cast<const CubType<T>*>(x);
  auto* out = reinterpret_cast<CubType<T>*>(y);
  const auto call = [&](void* memory, std::size_t& size) {
    check(kind == Kind::inclusive ? cub::DeviceScan::InclusiveSum(memory, size, in, out, n)
                                  : cub::DeviceScan::ExclusiveSum(memory, size, in, out, n));
  };
  workspace.run(call, n, kind);
}

template <typename T>
const bool registered = (peers<T>().push_back({"CUB DeviceScan", cub_scan<T>}), true);
template const bool registered<unsigned>;
template const bool registered<float>;
template const bool registered<double>;

}  // namespace
}  // namespace scan
