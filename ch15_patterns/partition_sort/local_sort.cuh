// The last step: a block sorts a bucket in shared memory and writes it to its place in the sorted array.
//
// A counting sort by 12 more bits leaves one or two keys in most of its 4096 bins. The rest is done in registers: if no
// bin holds more than r keys, no key is more than r - 1 places from its final place, so r rounds of exchanges between
// neighbours sort everything, in windows that read only r keys beyond their ends.
#pragma once

#include <cstddef>

#include "ch15_patterns/partition_sort/window.cuh"
#include "ch15_patterns/radix/partition.cuh"
#include "common/ptx.h"
#include "common/sort_task.h"
#include "common/warp.cuh"

namespace partition_sort {

constexpr int local_bits = 12, bins = 1 << local_bits, bins_of_thread = bins / local_threads;
constexpr std::size_t local_shared_bytes = sizeof(Key) * (largest_bucket + 2 * halo + bins);

// The place of a key's counter: a thread's own bins are in one bank, and those of a warp's threads in 32 banks.
__device__ inline unsigned bin_of(Key key, int shift) {
  const unsigned digit = key >> shift & (bins - 1);
  return digit % bins_of_thread * local_threads + digit / bins_of_thread;
}

// A block's shared memory.
struct LocalMemory {
  Key* stage;       // from -halo to largest_bucket + halo: the bucket, bin after bin, between its halos
  unsigned* count;  // [bins]
  unsigned* start;  // [bins], the same words: where a bin starts in the stage
};

// This thread's part of the number of keys in all buckets before this block's: in the segments before its own, and in
// the buckets before it there.
__device__ __forceinline__ unsigned keys_before(const unsigned* sizes, const unsigned* segment_sizes) {
  const unsigned of_segment = gridDim.x / radix::segments, segment = blockIdx.x / of_segment;
  unsigned before = 0;
  for (unsigned s = threadIdx.x; s < segment; s += local_threads) before += segment_sizes[s];
  for (unsigned b = segment * of_segment + threadIdx.x; b < blockIdx.x; b += local_threads) before += sizes[b];
  return before;
}

// ---- Load: up to three of the last four words are not keys.
__device__ __forceinline__ void load_bucket(const Key* bucket, unsigned size, Key (&key)[local_items]) {
  const auto* fours = reinterpret_cast<const uint4*>(bucket);
#pragma unroll
  for (int i = 0; i < local_items; i += 4) {
    const unsigned j = i / 4 * local_threads + threadIdx.x;
    const uint4 four = 4 * j < size ? __ldcs(&fours[j]) : make_uint4(0, 0, 0, 0);
    key[i] = four.x, key[i + 1] = four.y, key[i + 2] = four.z, key[i + 3] = four.w;
  }
}

// Calls use(i) for each of the thread's items that is a key.
template <typename Use>
__device__ __forceinline__ void for_each_item(unsigned size, const Use& use) {
#pragma unroll
  for (int i = 0; i < local_items; i += 4) {
    const unsigned j = i * local_threads + 4 * threadIdx.x;
    if ((i + 4u) * local_threads <= size) {  // a full row needs no checks
#pragma unroll
      for (int e = 0; e < 4; ++e) use(i + e);
    } else {
#pragma unroll
      for (int e = 0; e < 4; ++e)
        if (j + e < size) use(i + e);
    }
  }
}

__device__ __forceinline__ void clear(const LocalMemory& memory, unsigned size) {
  const int t = threadIdx.x;
  for (int i = t; i < bins; i += local_threads) memory.count[i] = 0;
  if (t < halo) memory.stage[t - halo] = 0;  // below and above all keys
  for (unsigned j = size + t; j < largest_bucket + halo; j += local_threads) memory.stage[j] = ~Key{0};
}

// ---- Bins: this thread's part of the scan. Returns the number of keys in its bins and the largest of them; place is
// the start of each bin, relative to the thread's first.
struct BinCounts {
  unsigned sum, largest;
};
__device__ __forceinline__ BinCounts scan_bins(const LocalMemory& memory, unsigned (&place)[bins_of_thread]) {
  BinCounts counts = {0, 0};
#pragma unroll
  for (int b = 0; b < bins_of_thread; ++b) {
    place[b] = counts.sum;
    const unsigned in_bin = memory.count[b * local_threads + threadIdx.x];
    counts.sum += in_bin;
    counts.largest = max(counts.largest, in_bin);
  }
  return counts;
}

// Block b sorts bucket b: sizes[b] keys from keys + b * capacity on, which agree in all bits above shift + local_bits.
// Its place follows from the sizes of the buckets before it. A block that finds too many keys in a bin sets *failed.
__global__ __launch_bounds__(local_threads, 4) void local_sort_kernel(const Key* keys, const unsigned* sizes,
                                                                      unsigned capacity, const unsigned* segment_sizes,
                                                                      int shift, Key* sorted, unsigned* failed) {
  extern __shared__ uint4 local_shared[];
  __shared__ unsigned keys_of_warp[local_warps], largest_of_warp[local_warps], begin;
  auto* stage = reinterpret_cast<Key*>(local_shared) + halo;
  auto* bin = reinterpret_cast<unsigned*>(stage + largest_bucket + halo);
  const LocalMemory memory = {stage, bin, bin};
  const int t = threadIdx.x, lane = lane_index(), warp = warp_index();
  wait_for_kernel_before();
  const unsigned size = sizes[blockIdx.x];
  if (size == 0) return;

  const unsigned has_failed = load_relaxed(failed);
  unsigned before = keys_before(sizes, segment_sizes);
  Key key[local_items];
  load_bucket(keys + std::size_t{blockIdx.x} * capacity, size, key);
  clear(memory, size);
  if (t == 0) begin = 0;
  // Another block may set *failed between the loads of two threads: all threads of the block do the same.
  if (__syncthreads_or(has_failed)) return;

  // Rank of a key in its bin, eight bits per key, which is enough.
  unsigned rank[local_items / 4] = {};
  for_each_item(
      size, [&](int i) { rank[i / 4] |= (atomicAdd(&memory.count[bin_of(key[i], shift)], 1u) & 255) << i % 4 * 8; });
  __syncthreads();

  unsigned place[bins_of_thread];
  const BinCounts counts = scan_bins(memory, place);
  const unsigned inclusive = scan_warp(counts.sum), largest = max_of_warp(counts.largest);
  before = sum_of_warp(before);
  if (lane == 31) keys_of_warp[warp] = inclusive;
  if (lane == 0) {
    largest_of_warp[warp] = largest;
    atomicAdd(&begin, before);
  }
  __syncthreads();
  unsigned most = 0;
  for (int w = 0; w < local_warps; ++w) most = max(most, largest_of_warp[w]);
  if (most > most_in_bin) {
    if (t == 0) store_relaxed(failed, 1);
    return;
  }
  unsigned start = inclusive - counts.sum;
  for (int w = 0; w < warp; ++w) start += keys_of_warp[w];
#pragma unroll
  for (int b = 0; b < bins_of_thread; ++b) memory.start[b * local_threads + t] = start + place[b];
  __syncthreads();
  for_each_item(size, [&](int i) {
    memory.stage[memory.start[bin_of(key[i], shift)] + (rank[i / 4] >> i % 4 * 8 & 255)] = key[i];
  });
  __syncthreads();

  sort_window(memory.stage - halo, most);
  __syncthreads();
  Key* to = sorted + begin;
#pragma unroll 4
  for (unsigned i = t; i < size; i += local_threads) to[i] = memory.stage[i];
}

}  // namespace partition_sort
