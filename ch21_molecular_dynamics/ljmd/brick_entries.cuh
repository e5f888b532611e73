// An atom's list: the places of its neighbours in the halo, in an order in which eight lanes read from different banks.
#pragma once

#include "ch21_molecular_dynamics/ljmd/bricks.h"

namespace ljmd {

// Is this place of the halo a neighbour? The atom itself stands in its halo too, at the very same coordinates.
template <typename Real>
__device__ bool is_neighbor(const Vec4<Real>& p, const Vec4<Real>& mine, Real radius2) {
  const Real dx = p.x - mine.x, dy = p.y - mine.y, dz = p.z - mine.z;
  const Real distance2 = dx * dx + dy * dy + dz * dz;
  return distance2 < radius2 && distance2 > 0;
}

// Writes the thread's list and returns its length. A load of 16 bytes a lane serves eight lanes at a time; they read
// different banks of shared memory if their places differ modulo 8, their class. So in entry k lane l reads a place of
// class (k + l) % 8, as long as it has one left: the e-th of class c is entry 8 e + (c - l) % 8. Those whose entry
// would lie behind the list's end fill the entries that are left.
template <typename Real>
__device__ int write_list(const Bricks<Real>& b, const Vec4<Real>* halo, int held, const Vec4<Real>& mine) {
  constexpr int classes = 8;
  const Real radius2 = b.radius * b.radius;
  int count[classes] = {}, seen[classes] = {};
  for (int first = 0; first < held; first += classes)
#pragma unroll
    for (int c = 0; c < classes; ++c)
      if (first + c < held) count[c] += is_neighbor(halo[first + c], mine, radius2);
  int length = 0;
  unsigned long long counts = 0;  // a byte for each class
  for (int c = 0; c < classes; ++c) {
    length += count[c];
    counts |= static_cast<unsigned long long>(min(count[c], 255)) << (8 * c);
  }
  if (length > b.sizes.rows * entries_per_row) {
    atomicMax(&b.words->longest_list, length);
    return 0;
  }

  const int lane = threadIdx.x;
  std::uint16_t* const list =
      b.list + (static_cast<std::size_t>(blockIdx.x) * b.sizes.rows * brick_size + threadIdx.x) * entries_per_row;
  const auto entry = [&](int k) -> std::uint16_t& {
    return list[k / entries_per_row * (brick_size * entries_per_row) + k % entries_per_row];
  };
  int left = 0;  // no entry before this one is left to be filled
  for (int first = 0; first < held; first += classes)
#pragma unroll
    for (int c = 0; c < classes; ++c) {
      if (first + c >= held || !is_neighbor(halo[first + c], mine, radius2)) continue;
      int k = classes * seen[c]++ + ((c - lane) & (classes - 1));
      if (k >= length) {
        while (left / classes < static_cast<int>(counts >> (8 * ((left + lane) & (classes - 1))) & 255)) ++left;
        k = left++;
      }
      entry(k) = static_cast<std::uint16_t>(first + c);
    }
  for (int k = length; k % entries_per_row != 0; ++k) entry(k) = static_cast<std::uint16_t>(held);  // nobody's place
  return length;
}

}  // namespace ljmd
