// An atom's list: the places of its neighbours in the halo, in an order in which eight lanes read from different banks.
#pragma once

#include "ch21_molecular_dynamics/ljmd/bricks.h"

namespace ljmd {

constexpr int classes = 8;  // of places: modulo 8

// A bit for each place of the halo. The loop over the places is the same for all threads, so the bits are set without a
// branch; what is done for a neighbour alone then loops over the bits.
struct Neighbors {
  unsigned word[most_places / 32];
};

// All threads of the warp call it. The places behind the last one, up to a multiple of eight, hold somebody far away.
template <typename Real>
__device__ void find_neighbors(const Vec4<Real>* halo, int held, const Vec4<Real>& mine, Real radius,
                               Neighbors& neighbors) {
  // The warp's atoms lie in a few slices: half of the halo is too far away along z for all of them.
  Real low = mine.z, high = mine.z;
  for (int distance = 16; distance > 0; distance /= 2) {
    low = min(low, __shfl_xor_sync(0xFFFFFFFF, low, distance));
    high = max(high, __shfl_xor_sync(0xFFFFFFFF, high, distance));
  }
  const Real radius2 = radius * radius, reach = radius * static_cast<Real>(1.0001);
  const int lane = threadIdx.x % 32;
  for (int first = 0; first < held; first += 32) {
    const Real z = halo[min(first + lane, held)].z;
    const unsigned near = __ballot_sync(0xFFFFFFFF, first + lane < held && z > low - reach && z < high + reach);
    unsigned bits = 0;
    for (int eight = 0; eight < 32; eight += classes) {
      if ((near >> eight & 0xFF) == 0) continue;
#pragma unroll
      for (int c = 0; c < classes; ++c) {
        const Vec4<Real> p = halo[first + eight + c];
        const Real dx = p.x - mine.x, dy = p.y - mine.y, dz = p.z - mine.z;
        const Real distance2 = dx * dx + dy * dy + dz * dz;
        // The atom itself stands in its halo too, at the very same coordinates.
        const bool neighbor = distance2 < radius2 && distance2 > 0;
        bits |= static_cast<unsigned>(neighbor) << (eight + c);
      }
    }
    neighbors.word[first / 32] = bits;
  }
}

// Writes the thread's list and returns its length. A load of 16 bytes per lane serves eight lanes at a time; they read
// different banks of shared memory if their places differ modulo 8, their class. So in entry k lane l reads a place of
// class (k + l) % 8, as long as it has one left: the e-th of class c is entry 8 e + (c - l) % 8. Those whose entry
// would lie behind the list's end fill the entries that are left.
template <typename Real>
__device__ int write_list(const Bricks<Real>& b, const Neighbors& neighbors, int held) {
  int length = 0, largest = 0;
  unsigned long long counts = 0, seen = 0;  // a byte for each class
  for (int c = 0; c < classes; ++c) {
    int count = 0;
    for (int w = 0; w * 32 < held; ++w) count += __popc(neighbors.word[w] & 0x01010101u << c);
    length += count;
    largest = max(largest, count);
    counts |= static_cast<unsigned long long>(count & 255) << (8 * c);
  }
  if (length > b.sizes.rows * entries_per_row || largest > 255) {
    atomicMax(&b.words->longest_list, length);
    return 0;
  }

  std::uint16_t* const list =
      b.list + (static_cast<std::size_t>(blockIdx.x) * b.sizes.rows * brick_size + threadIdx.x) * entries_per_row;
  const auto entry = [&](int k) -> std::uint16_t& {
    return list[k / entries_per_row * (brick_size * entries_per_row) + k % entries_per_row];
  };
  const auto of_class = [](unsigned long long bytes, int c) { return static_cast<int>(bytes >> (8 * c) & 255); };
  const int lane = threadIdx.x;
  int left = 0;  // no entry before this one is left to be filled
  for (int first = 0; first < held; first += 32)
    for (unsigned bits = neighbors.word[first / 32]; bits != 0; bits &= bits - 1) {
      const int place = first + __ffs(bits) - 1, c = place % classes;
      int k = classes * of_class(seen, c) + ((c - lane) & (classes - 1));
      seen += 1ull << (8 * c);
      if (k >= length) {
        while (left / classes < of_class(counts, (left + lane) & (classes - 1))) ++left;
        k = left++;
      }
      entry(k) = static_cast<std::uint16_t>(place);
    }
  for (int k = length; k % entries_per_row != 0; ++k) entry(k) = static_cast<std::uint16_t>(held);  // nobody's place
  return length;
}

}  // namespace ljmd
