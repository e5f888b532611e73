// Which range a key belongs to, and how a block sends its keys to the GPUs of their ranges.
#pragma once

#include <cstddef>
#include <vector>

#include "ch14_multi_gpu/sort_multi/sort_multi.h"
#include "common/fold_block.cuh"

namespace sort_multi {

// What kernels get. first[r]: the first key of range r + 1; there are most_devices ranges, the last ones empty.
struct Ranges {
  Key first[most_devices - 1];
  int used;  // splitters that are in use
};
struct Targets {
  Key* to[most_devices];  // where the keys of each range go, in the memory of its GPU
};

inline Ranges ranges_of(const std::vector<Key>& splitters) {
  Ranges ranges{{}, static_cast<int>(splitters.size())};
  for (std::size_t r = 0; r < splitters.size(); ++r) ranges.first[r] = splitters[r];
  return ranges;
}

__device__ inline int range_of(const Ranges& ranges, Key key) {
  int range = 0;
#pragma unroll
  for (int r = 0; r < most_devices - 1; ++r) range += r < ranges.used && key >= ranges.first[r];
  return range;
}

inline constexpr int count_block = 512;

// reaching[r] grows by the number of keys that belong to range r + 1 or to one behind it.
__global__ void count_kernel(const Key* keys, std::size_t n, Ranges ranges, unsigned long long* reaching) {
  unsigned mine[most_devices - 1] = {};
  for (std::size_t i = std::size_t{blockIdx.x} * count_block + threadIdx.x; i < n; i += gridDim.x * count_block) {
    const Key key = keys[i];
#pragma unroll
    for (int r = 0; r < most_devices - 1; ++r) mine[r] += r < ranges.used && key >= ranges.first[r];
  }
#pragma unroll
  for (int r = 0; r < most_devices - 1; ++r) {
    if (r >= ranges.used) break;
    const unsigned sum = ByShuffles::fold(mine[r]);
    if (threadIdx.x % 32 == 0 && sum > 0) atomicAdd(&reaching[r], static_cast<unsigned long long>(sum));
  }
}

inline constexpr int scatter_block = 512, keys_of_thread = 16, scatter_tile = scatter_block * keys_of_thread;

// A tile of keys, sorted by range in shared memory, then stored range by range: threads beside each other store beside
// each other, on whichever GPU. next[r]: where the next key for range r goes; the block reserves room for all of its
// own by one addition. No order is kept, for the local sort needs none.
__global__ __launch_bounds__(scatter_block) void scatter_kernel(const Key* keys, std::size_t n, Ranges ranges,
                                                                Targets targets, unsigned long long* next) {
  constexpr int warps = scatter_block / 32;
  __shared__ Key stage[scatter_tile];
  __shared__ unsigned begin[most_devices][warps];    // in stage: a warp's keys of a range
  __shared__ unsigned long long room[most_devices];  // in the range's memory: the block's first key, minus its place
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const std::size_t first = std::size_t{blockIdx.x} * scatter_tile + warp * 32 * keys_of_thread + lane;

  // Every key's place among its warp's keys of the same range.
  Key key[keys_of_thread];
  unsigned place[keys_of_thread], count[most_devices] = {};
  int range[keys_of_thread];
#pragma unroll
  for (int k = 0; k < keys_of_thread; ++k) key[k] = first + k * 32 < n ? keys[first + k * 32] : 0;
#pragma unroll
  for (int k = 0; k < keys_of_thread; ++k) {
    range[k] = first + k * 32 < n ? range_of(ranges, key[k]) : -1;
    place[k] = 0;
#pragma unroll
    for (int r = 0; r < most_devices; ++r) {
      if (r > ranges.used) break;
      const unsigned same = __ballot_sync(all_lanes, range[k] == r);
      if (range[k] == r) place[k] = count[r] + __popc(same & ((1u << lane) - 1));
      count[r] += __popc(same);
    }
  }
#pragma unroll
  for (int r = 0; r < most_devices; ++r)
    if (lane == 0) begin[r][warp] = count[r];
  __syncthreads();

  if (threadIdx.x == 0) {  // 128 sums: little beside a tile
    unsigned sum = 0;
    for (int r = 0; r < most_devices; ++r) {
      const unsigned start = sum;
      for (int w = 0; w < warps; ++w) {
        const unsigned own = begin[r][w];
        begin[r][w] = sum;
        sum += own;
      }
      room[r] = (sum > start ? atomicAdd(&next[r], static_cast<unsigned long long>(sum - start)) : 0) - start;
    }
  }
  __syncthreads();

#pragma unroll
  for (int k = 0; k < keys_of_thread; ++k)
    if (range[k] >= 0) stage[begin[range[k]][warp] + place[k]] = key[k];
  __syncthreads();
  const std::size_t left = n - min(n, std::size_t{blockIdx.x} * scatter_tile);
  for (unsigned i = threadIdx.x; i < scatter_tile && i < left; i += scatter_block) {
    const int r = range_of(ranges, stage[i]);
    targets.to[r][room[r] + i] = stage[i];
  }
}

}  // namespace sort_multi
