// The same histogram by NVIDIA's CUB, in counters of two sizes.
#include <cub/device/device_histogram.cuh>

#include "ch10_atomics/histogram/histogram.h"
#include "common/check.h"
#include "common/owners.h"
#include "common/workspace.h"

namespace {

template <typename Counter>
DeviceBuffer<Counter>& counters() {
  static DeviceBuffer<Counter> known(histogram::bins);
  return known;
}

// The count is passed as 64 bits: with 32 it takes the same time.
template <typename Counter>
void count_cub(const histogram::Byte* x, std::size_t n) {
  static Workspace<std::size_t> workspace;
  const int levels = histogram::bins + 1;
  const auto samples = static_cast<long long>(n);
  const auto call = [&](void* memory, std::size_t& size) {
    check(cub::DeviceHistogram::HistogramEven(memory, size, x, counters<Counter>().data(), levels, 0, 256, samples));
  };
  workspace.run(call, n);
}

template <typename Counter>
std::vector<histogram::Count> counts_cub() {
  const std::vector<Counter> counts = counters<Counter>().to_host();
  return {counts.begin(), counts.end()};
}

const bool registered = [] {
  histogram::peers().push_back({"CUB, 32-bit counters", count_cub<unsigned>, counts_cub<unsigned>});
  histogram::peers().push_back({"CUB, 64-bit counters", count_cub<unsigned long long>, counts_cub<unsigned long long>});
  return true;
}();

}  // namespace
