// CUB, part of the CUDA toolkit, adds too.
#include <cub/device/device_reduce.cuh>

#include "ch09_shared/reduction/reduction.h"
#include "common/check.h"
#include "common/device_buffer.h"

namespace reduction {
namespace {

// CUB's own scratch memory is kept between calls: the time is the sum's alone.
template <typename Real>
void sum_cub(const Real* x, std::size_t n, Real*, Real* sum) {
  static DeviceBuffer<char>& scratch = *new DeviceBuffer<char>;  // never freed: the device may be gone before it
  std::size_t bytes = 0;
  check(cub::DeviceReduce::Sum(nullptr, bytes, x, sum, n));
  if (bytes > scratch.size()) scratch = DeviceBuffer<char>(bytes);
  check(cub::DeviceReduce::Sum(scratch.data(), bytes, x, sum, n));
}

const bool registered = [] {
  peers<float>().push_back({"CUB DeviceReduce", sum_cub<float>});
  peers<double>().push_back({"CUB DeviceReduce", sum_cub<double>});
  return true;
}();

}  // namespace
}  // namespace reduction
