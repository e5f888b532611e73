// How a warp scans rows of packs that it holds in registers, and writes them.
#pragma once

#include "common/pack.cuh"
#include "common/scan_task.h"
#include "common/warp.cuh"

namespace scan {

// Scans rows of a warp, each 32 packs, one per lane. All sums start from before; returns the total. First the elements
// of each pack, then the packs of each row by shuffles: rows are independent until the end.
template <int count, typename T>
__device__ T scan_rows(Pack<T> (&row)[count], Kind kind, T before) {
  constexpr int last = Pack<T>::size - 1;
  const int lane = lane_index();
  T sum[count];
#pragma unroll
  for (int r = 0; r < count; ++r) {
    for (int e = 1; e <= last; ++e) row[r].part[e] += row[r].part[e - 1];
    sum[r] = row[r].part[last];
  }
#pragma unroll
  for (int distance = 1; distance < 32; distance *= 2) {
#pragma unroll
    for (int r = 0; r < count; ++r) {
      const T left = __shfl_up_sync(all_lanes, sum[r], distance);
      if (lane >= distance) sum[r] += left;
    }
  }
#pragma unroll
  for (int r = 0; r < count; ++r) {
    const T left = __shfl_up_sync(all_lanes, sum[r], 1);
    const T start = before + (lane > 0 ? left : T{0});
    for (int e = last; e >= 0; --e) {
      const T inside = kind == Kind::inclusive ? row[r].part[e] : e > 0 ? row[r].part[e - 1] : T{0};
      row[r].part[e] = start + inside;
    }
    before += __shfl_sync(all_lanes, sum[r], 31);
  }
  return before;
}

// Adds before to the pack and writes it with a streaming store: it is not read again soon.
template <typename T>
__device__ void add_and_store(Pack<T> pack, T before, T* y) {
  for (int e = 0; e < Pack<T>::size; ++e) pack.part[e] += before;
  __stcs(reinterpret_cast<int4*>(y), *reinterpret_cast<const int4*>(&pack));
}

// The same for the pack that begins with element i, where y has n elements.
template <typename T>
__device__ void add_and_store(Pack<T> pack, T before, T* y, std::size_t n, std::size_t i) {
  if (i + Pack<T>::size <= n) {
    add_and_store(pack, before, y + i);
  } else {
    for (int e = 0; e < Pack<T>::size && i + e < n; ++e) y[i + e] = before + pack.part[e];
  }
}

}  // namespace scan
