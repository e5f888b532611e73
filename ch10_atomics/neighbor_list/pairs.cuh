// The test of a pair of atoms, for all rungs.
#pragma once

#include "ch10_atomics/neighbor_list/neighbor_list.h"

namespace neighbor_list {

// An explicit fma: otherwise each compiler would choose where to round, and pairs at the cutoff would differ.
template <typename Real>
__device__ bool near(Real dx, Real dy, Real cutoff) {
  return fma(dx, dx, dy * dy) <= cutoff * cutoff;
}

// Inserts j among the first k neighbours of i, which are in ascending order.
inline __device__ void insert(const DeviceLists& lists, std::size_t n, int i, int k, int j) {
  int* const list = lists.neighbour + i;
  for (; k > 0 && list[(k - 1) * n] > j; --k) list[k * n] = list[(k - 1) * n];
  list[k * n] = j;
}

}  // namespace neighbor_list
