// Two orders of the same two statements. A launch only enqueues the kernel and returns some microseconds later; from
// then on the host can do other work.
#include "ch12_streams/host_overlap/host_overlap.h"

#include "common/check.h"

namespace host_overlap {
namespace {

constexpr int block_size = 256;

__global__ void advance_kernel(const std::uint32_t* x, std::uint32_t* y, std::size_t n, Lcg lcg, int steps) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  if (i < n) y[i] = lcg.stepped(x[i], steps);
}

void launch(const DeviceWork& work) {
  advance_kernel<<<blocks_for(work.n, block_size), block_size>>>(work.x, work.y, work.n, Lcg{}, work.steps);
  check(cudaGetLastError());
}

// ---- Rung 1. The device is idle while the host works: the times add up.
void host_first(const DeviceWork& work, const std::function<void()>& host_work) {
  host_work();
  launch(work);
  check(cudaDeviceSynchronize());
}

// ---- Rung 2. Same, except that the launch comes first: the host works while the kernel runs, and the longer of the
// two determines the time. The synchronisation must come last. A cudaMemcpy instead of it also waits for the kernel.
void launch_first(const DeviceWork& work, const std::function<void()>& host_work) {
  launch(work);
  host_work();
  check(cudaDeviceSynchronize());
}

}  // namespace

std::span<const Rung> ladder() {
  static constexpr Rung rungs[] = {
      {"host_first", host_first},
      {"launch_first", launch_first},
  };
  return rungs;
}

}  // namespace host_overlap
