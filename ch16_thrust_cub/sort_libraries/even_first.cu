// Sorts with even keys first. A comparator compares any two keys, and nothing else is known about the order. So a radix
// sort has no digits to sort by, and a merge sort is needed. But keys can be converted to words with this order, and
// those have digits.
#include <thrust/execution_policy.h>
#include <thrust/sort.h>
#include <thrust/transform.h>

#include <algorithm>
#include <cub/device/device_merge_sort.cuh>

#include "ch15_patterns/one_sweep/one_sweep.h"
#include "ch16_thrust_cub/sort_libraries/sort_libraries.h"
#include "common/check.h"
#include "common/kept_memory.h"
#include "common/workspace.h"

namespace sort_libraries {

std::vector<Key> even_first_cpu(std::vector<Key> keys) {
  std::sort(keys.begin(), keys.end(), EvenFirst());
  return keys;
}

namespace {

// scratch: the words, then what our_sort needs.
std::size_t words_bytes(std::size_t n) {
  return (n * sizeof(Key) + 255) / 256 * 256;
}

// ---- Rung 1. Thrust with a comparator, an object that kernels can call.
void by_comparator(const Key* keys, const Value*, Key* sorted, Value*, std::size_t n, void*) {
  static KeptMemory kept;
  check(cudaMemcpyAsync(sorted, keys, n * sizeof(Key), cudaMemcpyDeviceToDevice));
  thrust::sort(thrust::cuda::par_nosync(kept), sorted, sorted + n, EvenFirst());
}

// ---- Rung 2. Same as rung 1 with CUB's merge sort, which writes to another array: no copy.
void merge_sort(const Key* keys, const Value*, Key* sorted, Value*, std::size_t n, void*) {
  static Workspace<std::size_t> workspace;
  workspace.run(
      [&](void* memory, std::size_t& bytes) {
        check(cub::DeviceMergeSort::SortKeysCopy(memory, bytes, keys, sorted, n, EvenFirst()));
      },
      n);
}

// The lowest bit becomes the highest: then ascending order is even first. The inverse turns words into keys.
struct ToWord {
  __host__ __device__ Key operator()(Key key) const { return key >> 1 | key << 31; }
};
struct ToKey {
  __host__ __device__ Key operator()(Key word) const { return word << 1 | word >> 31; }
};

template <typename Sort>
void sort_as_words(const Key* keys, Key* sorted, std::size_t n, void* scratch, const Sort& sort_words) {
  Key* const words = static_cast<Key*>(scratch);
  thrust::transform(thrust::cuda::par_nosync, keys, keys + n, words, ToWord());
  sort_words(words, nullptr, sorted, nullptr, n, static_cast<char*>(scratch) + words_bytes(n));
  thrust::transform(thrust::cuda::par_nosync, sorted, sorted + n, sorted, ToKey());
}

// ---- Rung 3. No comparator: keys become words whose ascending order is the desired one, CUB's radix sort sorts them,
// and words become keys. Two more passes over the keys, and no comparisons.
void as_words(const Key* keys, const Value*, Key* sorted, Value*, std::size_t n, void* scratch) {
  sort_as_words(keys, sorted, n, scratch, ladder()[1].run);
}

// ---- Rung 4. Same as rung 3, except that one_sweep of chapter 15 sorts the words.
void as_words_ours(const Key* keys, const Value*, Key* sorted, Value*, std::size_t n, void* scratch) {
  sort_as_words(keys, sorted, n, scratch, ladder()[2].run);
}

}  // namespace

std::size_t scratch_bytes(std::size_t n) {
  return words_bytes(n) + one_sweep::scratch_bytes(n);
}

std::span<const Rung> even_first_ladder() {
  static constexpr Rung rungs[] = {
      {"by_comparator", by_comparator},
      {"merge_sort", merge_sort},
      {"as_words", as_words},
      {"as_words_ours", as_words_ours, one_sweep::one_sweep_needs},
  };
  return rungs;
}

}  // namespace sort_libraries
