// Quicksort without recursion. A pass: each key is compared with the pivot of its segment, two flags of each key are
// scanned, and the sums give each key's place: smaller keys first, then equal ones, then the others, in their old
// order. So one segment becomes three, of which the middle one is done. (Blelloch, 1990, "Prefix Sums and Their
// Applications", uses segmented scans; here the difference of two sums of one scan replaces them.)
#include "ch15_patterns/quick_split/quick_split.h"

#include <stdexcept>
#include <utility>

#include "ch15_patterns/scans/three_phase_scan.cuh"
#include "common/check.h"

namespace quick_split {

constexpr int block_size = 256;

// The segment of a key: from begin to end - 1. A key that is in its final place is its own segment.
struct Segment {
  unsigned begin, end;
};

// Two counts in one word, so that one scan adds both: smaller keys in the low half, equal ones in the high half.
using Counts = std::size_t;
constexpr Counts smaller = 1, equal = Counts{1} << 32;
__device__ unsigned smaller_in(Counts counts) {
  return static_cast<unsigned>(counts);
}
__device__ unsigned equal_in(Counts counts) {
  return static_cast<unsigned>(counts >> 32);
}

// The data of a pass: keys, values (null without them), and the segment of each key.
struct State {
  Key* keys;
  Value* values;
  Segment* segments;
};

// scratch: counts of n keys and one more, with the scratch of their scan; a flag; two columns of segments; keys and
// values.
std::size_t words_of_counts(std::size_t n) {
  return n + 1 + scan::three_phase_scratch_size(n + 1);
}

std::size_t scratch_bytes(std::size_t n) {
  return (words_of_counts(n) + 1) * sizeof(Counts) + n * (2 * sizeof(Segment) + sizeof(Key) + sizeof(Value));
}

namespace {

// The pivot of a segment: the middle key ...
struct Middle {
  static __device__ Key of(const Key* keys, Segment s) { return keys[s.begin + (s.end - s.begin) / 2]; }
};
// ... or the median of the first, the middle and the last key.
struct Median {
  static __device__ Key of(const Key* keys, Segment s) {
    const Key a = keys[s.begin], b = Middle::of(keys, s), c = keys[s.end - 1];
    return max(min(a, b), min(max(a, b), c));
  }
};

__global__ void start_kernel(State to, const Key* keys, const Value* values, unsigned n) {
  const unsigned i = blockIdx.x * block_size + threadIdx.x;
  if (i >= n) return;
  to.keys[i] = keys[i];
  if (to.values) to.values[i] = values[i];
  to.segments[i] = {0, n};
}

template <typename Pivot>
__global__ void count_kernel(State from, Counts* counts, unsigned n) {
  const unsigned i = blockIdx.x * block_size + threadIdx.x;
  if (i > n) return;
  Counts mine = 0;  // the word after the last key: its scan is the total
  if (i < n) {
    const Key key = from.keys[i], pivot = Pivot::of(from.keys, from.segments[i]);
    mine = key < pivot ? smaller : key == pivot ? equal : 0;
  }
  counts[i] = mine;
}

// Moves key i to its place. before: the scanned counts of the keys before each one. Returns whether its new segment has
// more keys.
template <typename Pivot>
__device__ bool move_key(State from, State to, const Counts* before, unsigned i) {
  const Segment s = from.segments[i];
  const Key key = from.keys[i], pivot = Pivot::of(from.keys, s);
  const Counts ahead = before[i] - before[s.begin], all = before[s.end] - before[s.begin];
  const unsigned first_equal = s.begin + smaller_in(all), first_greater = first_equal + equal_in(all);

  unsigned place = s.begin + smaller_in(ahead);
  Segment next = {s.begin, first_equal};
  if (key == pivot) {
    place = first_equal + equal_in(ahead);
    next = {place, place + 1};  // equal keys keep their order and are in place
  } else if (key > pivot) {
    place = first_greater + (i - s.begin) - smaller_in(ahead) - equal_in(ahead);
    next = {first_greater, s.end};
  }
  to.keys[place] = key;
  if (to.values) to.values[place] = from.values[i];
  to.segments[place] = next;
  return next.end - next.begin > 1;
}

// Sets *unfinished if a segment has more than one key.
template <typename Pivot>
__global__ void split_kernel(State from, State to, const Counts* before, unsigned n, unsigned* unfinished) {
  const unsigned i = blockIdx.x * block_size + threadIdx.x;
  const bool more = i < n && move_key<Pivot>(from, to, before, i);
  if (__syncthreads_or(more) && threadIdx.x == 0) atomicExch(unfinished, 1u);
}

// The passes, with a rule for the pivot.
template <typename Pivot>
int split_all(const Key* keys, const Value* values, Key* sorted, Value* sorted_values, std::size_t n, void* scratch) {
  if (n >= std::size_t{1} << 32) throw std::length_error("quick_split: counts have 32 bits");
  if (n == 0) return 0;
  Counts* const counts = static_cast<Counts*>(scratch);
  unsigned* const unfinished = reinterpret_cast<unsigned*>(counts + words_of_counts(n));
  Segment* const segments = reinterpret_cast<Segment*>(counts + words_of_counts(n) + 1);
  Key* const other_keys = reinterpret_cast<Key*>(segments + 2 * n);
  State from = {sorted, sorted_values, segments};
  State to = {other_keys, sorted_values ? reinterpret_cast<Value*>(other_keys + n) : nullptr, segments + n};
  const unsigned size = static_cast<unsigned>(n);
  const int blocks = blocks_for(n, block_size), blocks_and_end = blocks_for(n + 1, block_size);
  start_kernel<<<blocks, block_size>>>(from, keys, values, size);
  check(cudaGetLastError());

  int passes = 0;
  for (unsigned more = n > 1; more != 0; ++passes) {
    check(cudaMemsetAsync(unfinished, 0, sizeof *unfinished));
    count_kernel<Pivot><<<blocks_and_end, block_size>>>(from, counts, size);
    check(cudaGetLastError());
    scan::three_phase(counts, counts, n + 1, scan::Kind::exclusive, counts + n + 1);
    split_kernel<Pivot><<<blocks, block_size>>>(from, to, counts, size, unfinished);
    check(cudaGetLastError());
    check(cudaMemcpy(&more, unfinished, sizeof more, cudaMemcpyDeviceToHost));  // waits for the pass
    std::swap(from, to);
  }
  if (from.keys == sorted) return passes;
  check(cudaMemcpyAsync(sorted, from.keys, n * sizeof(Key), cudaMemcpyDeviceToDevice));
  if (sorted_values) check(cudaMemcpyAsync(sorted_values, from.values, n * sizeof(Value), cudaMemcpyDeviceToDevice));
  return passes;
}

// ---- Rung 1. The middle key: the best pivot for keys that are already sorted.
int middle_pivot(const Key* keys, const Value* values, Key* sorted, Value* sorted_values, std::size_t n,
                 void* scratch) {
  return split_all<Middle>(keys, values, sorted, sorted_values, n, scratch);
}

// ---- Rung 2. Same, except for the pivot: the median of three keys is closer to the median of all, so that the longest
// segment becomes shorter faster.
int median_pivot(const Key* keys, const Value* values, Key* sorted, Value* sorted_values, std::size_t n,
                 void* scratch) {
  return split_all<Median>(keys, values, sorted, sorted_values, n, scratch);
}

}  // namespace

std::span<const Rung> ladder() {
  static constexpr Rung rungs[] = {
      {"middle_pivot", middle_pivot},
      {"median_pivot", median_pivot},
  };
  return rungs;
}

}  // namespace quick_split
