// Keys and pairs in ascending order. Libraries sort integers by their digits, as chapter 15 does: here the radix sort
// is called instead of written.
#include "ch16_thrust_cub/sort_libraries/sort_libraries.h"

#include <thrust/execution_policy.h>
#include <thrust/sort.h>

#include <cub/device/device_radix_sort.cuh>

#include "common/check.h"
#include "common/kept_memory.h"
#include "common/radix/one_sweep.cuh"
#include "common/workspace.h"

namespace sort_libraries {

// ---- Rung 1. Thrust sorts in place, so keys and values are copied first. stable_sort keeps the order of equal keys;
// sort need not.
void thrust_sort(const Key* keys, const Value* values, Key* sorted, Value* sorted_values, std::size_t n, void*) {
  static KeptMemory kept;
  const auto policy = thrust::cuda::par_nosync(kept);
  check(cudaMemcpyAsync(sorted, keys, n * sizeof(Key), cudaMemcpyDeviceToDevice));
  if (!values) return thrust::stable_sort(policy, sorted, sorted + n);
  check(cudaMemcpyAsync(sorted_values, values, n * sizeof(Value), cudaMemcpyDeviceToDevice));
  thrust::stable_sort_by_key(policy, sorted, sorted + n, sorted_values);
}

// ---- Rung 2. CUB sorts from one array to another; its radix sort is stable.
void cub_sort(const Key* keys, const Value* values, Key* sorted, Value* sorted_values, std::size_t n, void*) {
  static Workspace<std::size_t, bool> workspace;
  workspace.run(
      [&](void* memory, std::size_t& bytes) {
        check(values ? cub::DeviceRadixSort::SortPairs(memory, bytes, keys, sorted, values, sorted_values, n)
                     : cub::DeviceRadixSort::SortKeys(memory, bytes, keys, sorted, n));
      },
      n, values != nullptr);
}

// ---- Rung 3. No library: one_sweep of chapter 15 (common/radix/one_sweep.cuh).
void our_sort(const Key* keys, const Value* values, Key* sorted, Value* sorted_values, std::size_t n, void* scratch) {
  if (n <= radix::most_narrow) {
    radix::sort<unsigned>(keys, values, sorted, sorted_values, n, scratch, values == nullptr);
  } else {
    radix::sort<std::uint64_t>(keys, values, sorted, sorted_values, n, scratch, values == nullptr);
  }
}

}  // namespace sort_libraries
