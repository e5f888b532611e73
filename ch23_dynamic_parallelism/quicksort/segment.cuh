// A block's work on a segment of the keys: partition it by a pivot, or sort it.
#pragma once

#include "ch23_dynamic_parallelism/quicksort/quicksort.h"
#include "common/warp.cuh"

namespace quicksort {

constexpr int block_size = 512;
constexpr int keys_per_turn = 4;  // loaded before the first is needed

// The three arrays that keys move between. The input is only read.
struct Arrays {
  const Key* keys;
  Key *sorted, *other;
  unsigned* refused;
};
enum class In { keys, sorted, other };

struct Segment {
  unsigned begin, size;
  In in;           // the array of its keys
  int depth_left;  // how often it may still be partitioned
};

__device__ inline const Key* source(const Arrays& arrays, const Segment& segment) {
  const Key* const of[] = {arrays.keys, arrays.sorted, arrays.other};
  return of[static_cast<int>(segment.in)] + segment.begin;
}

// Batcher's bitonic sort (1968), with comparisons that all have the same direction: so missing keys, past size, count
// as larger than all others. All threads of a block must call it; x is shared or global memory.
__device__ inline void compare(Key* x, unsigned low, unsigned high, unsigned size) {
  if (high >= size || x[low] <= x[high]) return;
  const Key larger = x[low];
  x[low] = x[high];
  x[high] = larger;
}
__device__ inline void bitonic_sort(Key* x, unsigned size) {
  for (unsigned half = 1; half < size; half *= 2) {
    // Each half is sorted: the first key of one is compared with the last of the other.
    for (unsigned pair = threadIdx.x; 2 * (pair & ~(half - 1)) < size; pair += block_size) {
      const unsigned at = pair & (half - 1), both = 2 * (pair - at);
      compare(x, both + at, both + 2 * half - 1 - at, size);
    }
    __syncthreads();
    for (unsigned apart = half / 2; apart > 0; apart /= 2) {
      for (unsigned pair = threadIdx.x; 2 * (pair & ~(apart - 1)) < size; pair += block_size) {
        const unsigned low = 2 * pair - (pair & (apart - 1));
        compare(x, low, low + apart, size);
      }
      __syncthreads();
    }
  }
}

// Sorts a segment of any size; in shared memory if it fits.
__device__ inline void sort_by_block(const Arrays& arrays, const Segment& segment) {
  __shared__ Key small[leaf];
  const Key* const from = source(arrays, segment);
  Key* const to = arrays.sorted + segment.begin;
  Key* const work = segment.size <= leaf ? small : to;
  if (work != from)
    for (unsigned i = threadIdx.x; i < segment.size; i += block_size) work[i] = from[i];
  __syncthreads();
  bitonic_sort(work, segment.size);
  if (work != to)
    for (unsigned i = threadIdx.x; i < segment.size; i += block_size) to[i] = work[i];
  __syncthreads();  // small may be overwritten
}

// The median of 32 keys at equal distances. One warp must call it.
__device__ inline Key pivot_of(const Key* keys, unsigned size) {
  const int lane = lane_index();
  const Key mine = keys[static_cast<std::size_t>(size) * (2 * lane + 1) / 64];
  int rank = 0;
  for (int other = 0; other < 32; ++other) {
    const Key theirs = __shfl_sync(all_lanes, mine, other);
    rank += theirs < mine || (theirs == mine && other < lane);
  }
  const unsigned middle = __ballot_sync(all_lanes, rank == 16);
  return __shfl_sync(all_lanes, mine, __ffs(middle) - 1);
}

// Places after *count, one for each lane that wants one: one addition per warp.
__device__ inline unsigned reserve(unsigned* count, bool wanted) {
  const unsigned lanes = __ballot_sync(all_lanes, wanted);
  unsigned first = 0;
  if (lane_index() == 0 && lanes != 0) first = atomicAdd(count, __popc(lanes));
  return __shfl_sync(all_lanes, first, 0) + __popc(lanes & lanes_before());
}

struct Parts {
  Segment below, above;  // either may be empty
};

// Keys below the pivot go to the front of another array, those above it to the back, in any order. Keys equal to the
// pivot are in their final place: equal keys end the sort early instead of slowing it down. All threads must call it.
__device__ inline Parts part(const Arrays& arrays, const Segment& segment) {
  __shared__ Key pivot;
  __shared__ unsigned below, above;
  const Key* const from = source(arrays, segment);
  const bool to_other = segment.in != In::other;
  Key* const to = (to_other ? arrays.other : arrays.sorted) + segment.begin;
  if (threadIdx.x < 32) {
    const Key chosen = pivot_of(from, segment.size);
    if (threadIdx.x == 0) {
      pivot = chosen;
      below = above = 0;
    }
  }
  __syncthreads();
  for (unsigned start = 0; start < segment.size; start += keys_per_turn * block_size) {
    Key key[keys_per_turn];
    for (int k = 0; k < keys_per_turn; ++k) {
      const unsigned i = start + k * block_size + threadIdx.x;
      key[k] = i < segment.size ? from[i] : pivot;  // past the end: a key that belongs to neither part
    }
    for (int k = 0; k < keys_per_turn; ++k) {
      const unsigned front = reserve(&below, key[k] < pivot), back = reserve(&above, key[k] > pivot);
      if (key[k] < pivot) to[front] = key[k];
      if (key[k] > pivot) to[segment.size - 1 - back] = key[k];
    }
  }
  __syncthreads();
  for (unsigned i = below + threadIdx.x; i < segment.size - above; i += block_size)
    arrays.sorted[segment.begin + i] = pivot;
  const In in = to_other ? In::other : In::sorted;
  const Parts parts = {{segment.begin, below, in, segment.depth_left - 1},
                       {segment.begin + segment.size - above, above, in, segment.depth_left - 1}};
  __syncthreads();  // below, above and pivot may be overwritten
  return parts;
}

}  // namespace quicksort
