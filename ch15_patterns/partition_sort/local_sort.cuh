// The last step: a block sorts a bucket in shared memory and writes it to its place in the sorted array.
//
// A counting sort by 12 more bits leaves one or two keys in most of its 4096 bins. The rest is done in registers: where
// no bin holds more than r keys, no key is more than r - 1 places from its own, so that r rounds of exchanges between
// neighbours sort everything, in windows that need to know only r keys beyond their ends.
#pragma once

#include <cstddef>

#include "ch15_patterns/one_sweep/partition.cuh"
#include "common/ptx.h"

namespace partition_sort {

using one_sweep::scan_warp;
using one_sweep::segments;
using radix_sort::Key;

constexpr int local_threads = 256, local_warps = local_threads / 32, local_items = 28;
constexpr int largest_bucket = local_threads * local_items;
constexpr int local_bits = 12, bins = 1 << local_bits, bins_of_thread = bins / local_threads;

constexpr int window = largest_bucket / local_warps;  // of a warp
constexpr int halo = 32, most_in_bin = halo;          // known of the windows on either side
constexpr int of_lane = (window + 2 * halo) / 32;
static_assert(of_lane * 32 == window + 2 * halo && of_lane % 2 == 0 && halo % 2 == 0, "lanes move keys in pairs");

constexpr std::size_t local_shared_bytes = sizeof(Key) * (largest_bucket + 2 * halo + bins);

// Where a key's counter lies: a thread's own bins are in one bank, and those of the threads of a warp in 32.
__device__ inline unsigned bin_of(Key key, int shift) {
  const unsigned digit = key >> shift & (bins - 1);
  return digit % bins_of_thread * local_threads + digit / bins_of_thread;
}

__device__ inline void put_in_order(Key& a, Key& b) {
  const Key smaller = min(a, b), larger = max(a, b);
  a = smaller;
  b = larger;
}

// Exchanges between neighbours in a warp's window: in turn those at even and those at odd places.
__device__ inline void sort_neighbours(Key (&key)[of_lane], unsigned rounds) {
  const int lane = threadIdx.x % 32;
  for (unsigned round = 0; round < rounds; round += 2) {
#pragma unroll
    for (int i = 0; i + 1 < of_lane; i += 2) put_in_order(key[i], key[i + 1]);
    const Key next = __shfl_down_sync(~0u, key[0], 1), previous = __shfl_up_sync(~0u, key[of_lane - 1], 1);
#pragma unroll
    for (int i = 1; i + 1 < of_lane; i += 2) put_in_order(key[i], key[i + 1]);
    if (lane < 31) key[of_lane - 1] = min(key[of_lane - 1], next);
    if (lane > 0) key[0] = max(key[0], previous);
  }
}

// Block b sorts bucket b: sizes[b] keys from keys + b * capacity on, which agree in all bits above shift + local_bits.
// Its place follows from the sizes of the segments before its own and of the buckets before it there. A block that
// finds too many keys in a bin sets *failed.
__global__ __launch_bounds__(local_threads, 4) void local_sort_kernel(const Key* keys, const unsigned* sizes,
                                                                      unsigned capacity, const unsigned* segment_sizes,
                                                                      int shift, Key* sorted, unsigned* failed) {
  extern __shared__ uint4 local_shared[];
  auto* stage = reinterpret_cast<Key*>(local_shared) + halo;               // from -halo to largest_bucket + halo
  auto* bin = reinterpret_cast<unsigned*>(stage + largest_bucket + halo);  // counts, then places
  __shared__ unsigned of_warp[local_warps], largest_of_warp[local_warps], begin;
  const int t = threadIdx.x, lane = t % 32, warp = t / 32;
  wait_for_kernel_before();
  const unsigned size = sizes[blockIdx.x];
  if (load_relaxed(failed) || size == 0) return;

  const unsigned of_segment = gridDim.x / segments, segment = blockIdx.x / of_segment;
  unsigned before = 0;
  for (unsigned s = t; s < segment; s += local_threads) before += segment_sizes[s];
  for (unsigned b = segment * of_segment + t; b < blockIdx.x; b += local_threads) before += sizes[b];

  const auto* fours = reinterpret_cast<const uint4*>(keys + std::size_t{blockIdx.x} * capacity);
  Key key[local_items];
#pragma unroll
  for (int i = 0; i < local_items; i += 4) {  // up to three words of the last four are no keys
    const unsigned j = i / 4 * local_threads + t;
    const uint4 four = 4 * j < size ? __ldcs(&fours[j]) : make_uint4(0, 0, 0, 0);
    key[i] = four.x, key[i + 1] = four.y, key[i + 2] = four.z, key[i + 3] = four.w;
  }
  const auto for_each_key = [&](auto use) {
#pragma unroll
    for (int i = 0; i < local_items; i += 4) {
      const unsigned j = i * local_threads + 4 * t;
      if ((i + 4u) * local_threads <= size) {  // a full row needs no questions
#pragma unroll
        for (int e = 0; e < 4; ++e) use(i + e);
      } else {
#pragma unroll
        for (int e = 0; e < 4; ++e)
          if (j + e < size) use(i + e);
      }
    }
  };

  for (int i = t; i < bins; i += local_threads) bin[i] = 0;
  if (t == 0) begin = 0;
  if (t < halo) stage[t - halo] = 0;  // below and above all keys
  for (unsigned j = size + t; j < largest_bucket + halo; j += local_threads) stage[j] = ~Key{0};
  __syncthreads();

  unsigned rank[local_items / 4] = {};  // in its bin, eight bits a key: no more are needed
  for_each_key([&](int i) { rank[i / 4] |= (atomicAdd(&bin[bin_of(key[i], shift)], 1u) & 255) << i % 4 * 8; });
  __syncthreads();

  unsigned count = 0, largest = 0, place[bins_of_thread];
#pragma unroll
  for (int b = 0; b < bins_of_thread; ++b) {
    place[b] = count;
    const unsigned in_bin = bin[b * local_threads + t];
    count += in_bin;
    largest = max(largest, in_bin);
  }
  const unsigned inclusive = scan_warp(count);
  if (lane == 31) of_warp[warp] = inclusive;
  largest = max_of_warp(largest);
  before = sum_of_warp(before);
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
  unsigned start = inclusive - count;
  for (int w = 0; w < warp; ++w) start += of_warp[w];
#pragma unroll
  for (int b = 0; b < bins_of_thread; ++b) bin[b * local_threads + t] = start + place[b];
  __syncthreads();
  for_each_key([&](int i) { stage[bin[bin_of(key[i], shift)] + (rank[i / 4] >> i % 4 * 8 & 255)] = key[i]; });
  __syncthreads();

  // A lane holds of_lane keys in a row. In pairs, they come without bank conflicts: of_lane / 2 is odd.
  auto* pairs = reinterpret_cast<uint2*>(stage - halo + warp * window) + lane * (of_lane / 2);
  Key mine[of_lane];
#pragma unroll
  for (int i = 0; i < of_lane; i += 2) {
    const uint2 pair = pairs[i / 2];
    mine[i] = pair.x, mine[i + 1] = pair.y;
  }
  sort_neighbours(mine, most);
  __syncthreads();  // all have read the halos
#pragma unroll
  for (int i = 0; i < of_lane; i += 2)
    if (static_cast<unsigned>(lane * of_lane + i - halo) < window) pairs[i / 2] = make_uint2(mine[i], mine[i + 1]);
  __syncthreads();

  Key* to = sorted + begin;
#pragma unroll 4
  for (unsigned i = t; i < size; i += local_threads) to[i] = stage[i];
}

}  // namespace partition_sort
