// Sorting with libraries: keys, pairs, keys in an order that is not ascending, and keys in segments.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <vector>

#include "common/radix/one_sweep_needs.h"
#include "common/sort_task.h"

namespace sort_libraries {

using sorts::Key;
using sorts::Rung;
using sorts::Value;

// ---- Keys and pairs. For the arguments see common/sort_task.h; scratch holds scratch_bytes(n). Rungs that need memory
// for a library allocate it in their first call with that many keys.
void thrust_sort(const Key* keys, const Value* values, Key* sorted, Value* sorted_values, std::size_t n, void* scratch);
void cub_sort(const Key* keys, const Value* values, Key* sorted, Value* sorted_values, std::size_t n, void* scratch);
void our_sort(const Key* keys, const Value* values, Key* sorted, Value* sorted_values, std::size_t n, void* scratch);

std::size_t scratch_bytes(std::size_t n);

inline constexpr Rung ladder[] = {
    {"thrust_sort", thrust_sort},
    {"cub_sort", cub_sort},
    {"our_sort", our_sort, radix::one_sweep_needs},
};

// ---- An order of our own: even keys first, then odd ones, both ascending.
struct EvenFirst {
  __host__ __device__ bool operator()(Key a, Key b) const {
    const Key odd_a = a % 2, odd_b = b % 2;
    return odd_a != odd_b ? odd_a < odd_b : a < b;
  }
};

// As above, for keys alone: values and sorted_values are null.
void by_comparator(const Key* keys, const Value*, Key* sorted, Value*, std::size_t n, void* scratch);
void merge_sort(const Key* keys, const Value*, Key* sorted, Value*, std::size_t n, void* scratch);
void as_words(const Key* keys, const Value*, Key* sorted, Value*, std::size_t n, void* scratch);
void as_words_ours(const Key* keys, const Value*, Key* sorted, Value*, std::size_t n, void* scratch);

inline constexpr Rung even_first_ladder[] = {
    {"by_comparator", by_comparator},
    {"merge_sort", merge_sort},
    {"as_words", as_words},
    {"as_words_ours", as_words_ours, radix::one_sweep_needs},
};

// ---- Segments: keys from offsets[s] to offsets[s + 1] are sorted separately.
struct Segments {
  const std::vector<int>& offsets;  // one more than there are segments; ascending, from 0 to the number of keys
  const int* on_device;             // the same in device memory
  int count() const { return static_cast<int>(offsets.size()) - 1; }
  int keys() const { return offsets.back(); }
};

// keys and sorted point to device memory and do not overlap; keys are not changed. The work is enqueued in stream. The
// rungs throw CudaError.
void one_by_one(const Key* keys, Key* sorted, const Segments& segments, cudaStream_t stream);
void segmented_radix(const Key* keys, Key* sorted, const Segments& segments, cudaStream_t stream);
void segmented_sort(const Key* keys, Key* sorted, const Segments& segments, cudaStream_t stream);

struct SegmentRung {
  const char* name;
  void (*run)(const Key* keys, Key* sorted, const Segments& segments, cudaStream_t stream);
};

inline constexpr SegmentRung segment_ladder[] = {
    {"one_by_one", one_by_one},
    {"segmented_radix", segmented_radix},
    {"segmented_sort", segmented_sort},
};

// The references.
std::vector<Key> even_first_cpu(std::vector<Key> keys);
std::vector<Key> segments_cpu(std::vector<Key> keys, const std::vector<int>& offsets);

}  // namespace sort_libraries
