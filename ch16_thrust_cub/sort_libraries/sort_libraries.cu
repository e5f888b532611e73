// Keys and pairs in ascending order. Libraries sort integers by their digits, as chapter 15 does: here the radix sort
// is called instead of written.
#include "ch16_thrust_cub/sort_libraries/sort_libraries.h"

#include <thrust/execution_policy.h>
#include <thrust/sort.h>

#include <cub/device/device_radix_sort.cuh>

#include "ch15_patterns/one_sweep/one_sweep.h"
#include "common/check.h"
#include "common/kept_memory.h"
#include "common/workspace.h"

namespace sort_libraries {
namespace {

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

// ---- Rung 3. No library: the last rung of ch15_patterns/one_sweep.
void our_sort(const Key* keys, const Value* values, Key* sorted, Value* sorted_values, std::size_t n, void* scratch) {
  one_sweep::one_sweep(keys, values, sorted, sorted_values, n, scratch);
}

}  // namespace

std::span<const Rung> ladder() {
  static constexpr Rung rungs[] = {
      {"thrust_sort", thrust_sort},
      {"cub_sort", cub_sort},
      {"our_sort", our_sort, one_sweep::one_sweep_needs},
  };
  return rungs;
}

}  // namespace sort_libraries
