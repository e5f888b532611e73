// Sorting with libraries: keys, pairs, keys in an order that is not ascending, and keys in segments.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <span>
#include <vector>

#include "common/sort_task.h"

namespace sort_libraries {

using sorts::Key;
using sorts::Rung;
using sorts::Value;

// ---- Keys and pairs. For the arguments see common/sort_task.h; scratch holds scratch_bytes(n). Rungs that need memory
// for a library allocate it in their first call with that many keys.
std::span<const Rung> ladder();
std::size_t scratch_bytes(std::size_t n);

// ---- An order of our own: even keys first, then odd ones, both ascending.
struct EvenFirst {
  __host__ __device__ bool operator()(Key a, Key b) const {
    const Key odd_a = a % 2, odd_b = b % 2;
    return odd_a != odd_b ? odd_a < odd_b : a < b;
  }
};

// As above, for keys alone: values and sorted_values are null. even_first.cu has the rungs.
std::span<const Rung> even_first_ladder();

// ---- Segments: keys from offsets[s] to offsets[s + 1] are sorted separately.
struct Segments {
  const std::vector<int>& offsets;  // one more than there are segments; ascending, from 0 to the number of keys
  const int* on_device;             // the same in device memory
  int count() const { return static_cast<int>(offsets.size()) - 1; }
  int keys() const { return offsets.back(); }
};

// keys and sorted point to device memory and do not overlap; keys are not changed. The work is enqueued in stream. The
// rungs, in segments.cu, throw CudaError.
struct SegmentRung {
  const char* name;
  void (*run)(const Key* keys, Key* sorted, const Segments& segments, cudaStream_t stream);
};
std::span<const SegmentRung> segment_ladder();

// The references.
std::vector<Key> even_first_cpu(std::vector<Key> keys);
std::vector<Key> segments_cpu(std::vector<Key> keys, const std::vector<int>& offsets);

}  // namespace sort_libraries
