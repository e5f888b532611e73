// Keys that are nearly in place: a warp sorts a window of them in registers, by exchanges between neighbours.
#pragma once

#include "common/sort_task.h"
#include "common/warp.cuh"

namespace partition_sort {

using sorts::Key;

constexpr int local_threads = 256, local_warps = local_threads / 32, local_items = 28;
constexpr int largest_bucket = local_threads * local_items;

constexpr int window = largest_bucket / local_warps;  // per warp
constexpr int halo = 32, most_in_bin = halo;          // keys read on either side
constexpr int of_lane = (window + 2 * halo) / 32;
static_assert(of_lane * 32 == window + 2 * halo && of_lane % 2 == 0 && halo % 2 == 0, "lanes move keys in pairs");

__device__ inline void put_in_order(Key& a, Key& b) {
  const Key smaller = min(a, b), larger = max(a, b);
  a = smaller;
  b = larger;
}

// Exchanges between neighbours in a warp's window: alternately those at even and those at odd places.
__device__ inline void sort_neighbours(Key (&key)[of_lane], unsigned rounds) {
  const int lane = lane_index();
  for (unsigned round = 0; round < rounds; round += 2) {
#pragma unroll
    for (int i = 0; i + 1 < of_lane; i += 2) put_in_order(key[i], key[i + 1]);
    const Key next = __shfl_down_sync(all_lanes, key[0], 1), previous = __shfl_up_sync(all_lanes, key[of_lane - 1], 1);
#pragma unroll
    for (int i = 1; i + 1 < of_lane; i += 2) put_in_order(key[i], key[i + 1]);
    if (lane < 31) key[of_lane - 1] = min(key[of_lane - 1], next);
    if (lane > 0) key[0] = max(key[0], previous);
  }
}

// Sorts the windows of the stage, one per warp; the stage begins with the first window's halo. No key may be more than
// rounds - 1 places from its final place. A lane holds of_lane consecutive keys. In pairs, they are loaded without bank
// conflicts: of_lane / 2 is odd.
__device__ __forceinline__ void sort_window(Key* stage, unsigned rounds) {
  const int lane = lane_index();
  auto* pairs = reinterpret_cast<uint2*>(stage + warp_index() * window) + lane * (of_lane / 2);
  Key mine[of_lane];
#pragma unroll
  for (int i = 0; i < of_lane; i += 2) {
    const uint2 pair = pairs[i / 2];
    mine[i] = pair.x, mine[i + 1] = pair.y;
  }
  sort_neighbours(mine, rounds);
  __syncthreads();  // all have read the halos
#pragma unroll
  for (int i = 0; i < of_lane; i += 2)
    if (static_cast<unsigned>(lane * of_lane + i - halo) < window) pairs[i / 2] = make_uint2(mine[i], mine[i + 1]);
}

}  // namespace partition_sort
