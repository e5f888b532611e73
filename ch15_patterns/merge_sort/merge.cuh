// Shared by the rungs of the merge sort: keys with their values, the pair of runs that an output belongs to, the merge
// path, and the passes over the whole array.
#pragma once

#include <utility>

#include "ch15_patterns/merge_sort/merge_sort.h"
#include "common/check.h"

namespace merge_sort {

constexpr int block_size = 256;

// Keys, and the value of each; values is null if keys are sorted alone.
template <typename K, typename V>
struct Columns {
  K* keys;
  V* values;
  __host__ __device__ Columns from(std::size_t i) const { return {keys + i, values ? values + i : values}; }
};
using Input = Columns<const Key, const Value>;
using Output = Columns<Key, Value>;

__device__ inline void move(Input in, std::size_t i, Output out, std::size_t o) {
  out.keys[o] = in.keys[i];
  if (out.values) out.values[o] = in.values[i];
}

// Two neighbouring runs of a pass: elements a to b - 1 and b to end - 1. The second may be shorter, or empty.
struct Pair {
  std::size_t a, b, end;
};
__host__ __device__ inline Pair pair_of(std::size_t output, std::size_t width, std::size_t n) {
  const std::size_t a = output / (2 * width) * (2 * width);
  return {a, a + width < n ? a + width : n, a + 2 * width < n ? a + 2 * width : n};
}

// The merge path: of the first `outputs` elements of the merge of two runs, how many come from the first run? One
// binary search finds it, on a diagonal of the grid that the two runs span. Equal keys are taken from the first run, so
// that the sort is stable. (Odeh, Green, Mwassi, Shmueli and Birk, 2012, "Merge Path"; Green, McColl and Bader, 2012,
// "GPU Merge Path".)
template <typename Index>
__device__ Index from_first(const Key* a, Index a_size, const Key* b, Index b_size, Index outputs) {
  Index low = outputs > b_size ? outputs - b_size : 0, high = outputs < a_size ? outputs : a_size;
  while (low < high) {
    const Index middle = low + (high - low) / 2;
    if (a[middle] <= b[outputs - 1 - middle]) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

// Calls take(i) for each of the next `count` elements of the merge, in order; i is its index in keys. a and b are the
// next elements of both runs.
template <typename Index, typename Take>
__device__ void merge(const Key* keys, Index a, Index a_end, Index b, Index b_end, int count, Take take) {
  for (int k = 0; k < count; ++k) {
    const bool first = b >= b_end || (a < a_end && keys[a] <= keys[b]);
    take(first ? a++ : b++);
  }
}

inline int passes_from(std::size_t width, std::size_t n) {
  int passes = 0;
  for (; width < n; width *= 2) ++passes;
  return passes;
}

inline Output in_scratch(Output sorted, void* scratch, std::size_t n) {
  Key* const keys = static_cast<Key*>(scratch);
  return {keys, sorted.values ? reinterpret_cast<Value*>(keys + n) : nullptr};
}

// Passes of width, 2 width, 4 width, ... until the array is one run. The first one reads `in`; the others alternate
// between sorted and scratch, and the last one writes sorted. launch(in, out, width) enqueues a pass.
template <typename Launch>
void merge_passes(Input in, Output sorted, void* scratch, std::size_t n, std::size_t width, Launch launch) {
  const Output other = in_scratch(sorted, scratch, n);
  for (int left = passes_from(width, n); left > 0; --left, width *= 2) {
    const Output out = left % 2 == 1 ? sorted : other;
    launch(in, out, width);
    check(cudaGetLastError());
    in = {out.keys, out.values};
  }
}

// The output of the step before the passes: the first pass writes to the other buffer.
inline Output before_passes(Output sorted, void* scratch, std::size_t n, std::size_t width) {
  return passes_from(width, n) % 2 == 1 ? in_scratch(sorted, scratch, n) : sorted;
}

// A pass of rung 3, which rung 4 uses too.
void launch_merge_path(Input in, Output out, std::size_t n, std::size_t width);

}  // namespace merge_sort
