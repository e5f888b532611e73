// How many blocks fit, and which resource limits that number.
#include <cuda_runtime.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "ch06_memory/occupancy/occupancy.h"
#include "common/check.h"

namespace occupancy {
namespace {

int attribute(cudaDeviceAttr what) {
  int device = 0, value = 0;
  check(cudaGetDevice(&device));
  check(cudaDeviceGetAttribute(&value, what, device));
  return value;
}

// How many blocks fit if each takes `each` of `all`; any number if a block takes nothing.
int fitting(std::size_t all, std::size_t each) {
  return each == 0 ? std::numeric_limits<int>::max() : static_cast<int>(all / each);
}

}  // namespace

Resources resources_of(const void* kernel, int block_size, std::size_t dynamic_shared) {
  cudaFuncAttributes needs{};
  check(cudaFuncGetAttributes(&needs, kernel));
  int blocks = 0;
  check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, block_size, dynamic_shared));

  const int threads = attribute(cudaDevAttrMaxThreadsPerMultiProcessor);
  const std::size_t shared = needs.sharedSizeBytes + dynamic_shared;
  const std::size_t shared_taken = shared == 0 ? 0 : shared + attribute(cudaDevAttrReservedSharedMemoryPerBlock);
  // A warp uses registers for 32 threads, in units of eight registers per thread; a partial warp counts as a full one.
  const int warps = (block_size + warp_size - 1) / warp_size;
  const std::size_t registers_taken = std::size_t(needs.numRegs + 7) / 8 * 8 * warps * warp_size;
  const std::pair<int, const char*> limits[] = {
      {fitting(threads, warps * warp_size), "threads"},
      {attribute(cudaDevAttrMaxBlocksPerMultiprocessor), "blocks"},
      {fitting(attribute(cudaDevAttrMaxRegistersPerMultiprocessor), registers_taken), "registers"},
      {fitting(attribute(cudaDevAttrMaxSharedMemoryPerMultiprocessor), shared_taken), "shared memory"},
  };
  const auto least = std::min_element(std::begin(limits), std::end(limits),
                                      [](const auto& a, const auto& b) { return a.first < b.first; });
  const double share = double(blocks) * warps / (threads / warp_size);  // in warps: idle lanes count too
  return {block_size, needs.numRegs, shared, blocks, share, least->second, kernel};
}

// An equal share in whole kilobytes leaves no room for a further block. One block alone may not have all of it, so it
// gets as much as a block may have.
std::size_t shared_memory_for(int blocks) {
  const int each = attribute(cudaDevAttrMaxSharedMemoryPerMultiprocessor) / blocks -
                   attribute(cudaDevAttrReservedSharedMemoryPerBlock);
  return std::min(each, attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin)) / 1024 * 1024;
}

}  // namespace occupancy
