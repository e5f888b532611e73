// The same histogram by NVIDIA's CUB.
#include <cub/device/device_histogram.cuh>

#include "ch10_atomics/histogram/histogram.h"
#include "common/check.h"
#include "common/device_buffer.h"

namespace {

DeviceBuffer<unsigned>& counters() {
  static DeviceBuffer<unsigned> known(histogram::bins);
  return known;
}

// CUB's workspace depends on n alone; it is allocated at the first call, which no timing includes. The count goes in as
// 64 bits: with 32 it takes the same time.
void count_cub(const histogram::Byte* x, std::size_t n) {
  static DeviceBuffer<char> workspace(0);
  static std::size_t bytes = 0, allocated_for = ~std::size_t{0};
  const int levels = histogram::bins + 1;
  const auto samples = static_cast<long long>(n);
  if (allocated_for != n) {
    check(cub::DeviceHistogram::HistogramEven(nullptr, bytes, x, counters().data(), levels, 0, 256, samples));
    workspace = DeviceBuffer<char>(bytes);
    allocated_for = n;
  }
  check(cub::DeviceHistogram::HistogramEven(workspace.data(), bytes, x, counters().data(), levels, 0, 256, samples));
}

std::vector<histogram::Count> counts_cub() {
  const std::vector<unsigned> counts = counters().to_host();
  return {counts.begin(), counts.end()};
}

const bool registered = [] {
  histogram::peers().push_back({"CUB", count_cub, counts_cub});
  return true;
}();

}  // namespace
