// How a warp scans rows of quads that it holds in registers, and writes them.
#pragma once

#include "common/quad.cuh"
#include "common/scan_task.h"
#include "common/warp.cuh"

namespace scan {

// Scans rows of a warp, each 32 quads, one per lane. All sums start from before; returns the total. First the elements
// of each quad, then the quads of each row by shuffles: rows are independent until the end.
template <int count, typename T>
__device__ T scan_rows(Quad<T> (&row)[count], Kind kind, T before) {
  constexpr int last = Quad<T>::size - 1;
  const int lane = lane_index();
  T sum[count];
#pragma unroll
  for (int r = 0; r < count; ++r) {
    for (int e = 1; e <= last; ++e) row[r].v[e] += row[r].v[e - 1];
    sum[r] = row[r].v[last];
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
      const T inside = kind == Kind::inclusive ? row[r].v[e] : e > 0 ? row[r].v[e - 1] : T{0};
      row[r].v[e] = start + inside;
    }
    before += __shfl_sync(all_lanes, sum[r], 31);
  }
  return before;
}

// Adds before to the quad and writes it with a streaming store: it is not read again soon.
template <typename T>
__device__ void add_and_store(Quad<T> quad, T before, T* y) {
  for (int e = 0; e < Quad<T>::size; ++e) quad.v[e] += before;
  __stcs(reinterpret_cast<int4*>(y), *reinterpret_cast<const int4*>(&quad));
}

// The same for the quad that begins with element i, where y has n elements.
template <typename T>
__device__ void add_and_store(Quad<T> quad, T before, T* y, std::size_t n, std::size_t i) {
  if (i + Quad<T>::size <= n) {
    add_and_store(quad, before, y + i);
  } else {
    for (int e = 0; e < Quad<T>::size && i + e < n; ++e) y[i + e] = before + quad.v[e];
  }
}

}  // namespace scan
