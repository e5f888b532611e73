// The sum by CUB, part of the CUDA toolkit.
#include <cub/device/device_reduce.cuh>

#include "ch09_shared/reduction/reduction.h"
#include "common/check.h"
#include "common/workspace.h"

namespace reduction {
namespace {

template <typename Real>
void sum_cub(const Real* x, Real*, Real* sum, std::size_t n) {
  static Workspace<std::size_t> workspace;
  const auto call = [&](void* memory, std::size_t& size) { check(cub::DeviceReduce::Sum(memory, size, x, sum, n)); };
  workspace.run(call, n);
}

const bool registered = [] {
  peers<float>().push_back({"CUB DeviceReduce", sum_cub<float>});
  peers<double>().push_back({"CUB DeviceReduce", sum_cub<double>});
  return true;
}();

}  // namespace
}  // namespace reduction
