// An atom's list: the places of its neighbours in the halo, ordered so that eight lanes read from different banks.
#pragma once

#include "ch21_molecular_dynamics/bricks/bricks.h"

namespace ljmd {

constexpr int classes = entries_per_row;   // of places: modulo 8
constexpr int word_places = 32 * classes;  // a word has a bit for each of these that is of its class

// Bit g of word[w][c] says whether place 256 w + 8 g + c is a neighbour. All threads of a warp check the same places,
// so the bits are set without a branch; later work for neighbours only loops over the set bits.
struct Neighbors {
  unsigned word[most_places / word_places][classes];
};

// All threads of the warp must call it, with the same share: of per_atom threads that share an atom, each looks at
// every per_atom-th group of eight places. The places after the last one, up to a multiple of eight, must hold an atom
// far away.
template <int per_atom, typename Real>
__device__ void find_neighbors(const Vec4<Real>* halo, int held, const Vec4<Real>& mine, Real radius, int share,
                               Neighbors& neighbors) {
  // The warp's atoms are in a few slices, so about half of the halo is too far away along z for all of them.
  Real low = mine.z, high = mine.z;
  for (int distance = 16; distance > 0; distance /= 2) {
    low = min(low, __shfl_xor_sync(0xFFFFFFFF, low, distance));
    high = max(high, __shfl_xor_sync(0xFFFFFFFF, high, distance));
  }
  const Real radius2 = radius * radius, reach = radius * static_cast<Real>(1.0001);
  const int lane = threadIdx.x % 32;
  for (int first = 0; first < held; first += word_places) {
    unsigned bits[classes] = {};
    for (int part = 0; part < word_places && first + part < held; part += 32) {
      const int looked_at = first + part + lane;
      const Real z = halo[min(looked_at, held)].z;
      const unsigned near = __ballot_sync(0xFFFFFFFF, looked_at < held && z > low - reach && z < high + reach);
      for (int place = part + classes * share; place < part + 32; place += classes * per_atom) {
        if ((near >> (place - part) & 0xFF) == 0) continue;
        const unsigned bit = 1u << (place / classes);
#pragma unroll
        for (int c = 0; c < classes; ++c) {
          const Vec4<Real> p = halo[first + place + c];
          const Real dx = p.x - mine.x, dy = p.y - mine.y, dz = p.z - mine.z;
          const Real distance2 = dx * dx + dy * dy + dz * dz;
          // The halo also contains the atom itself, at exactly the same coordinates.
          const bool neighbor = distance2 < radius2 && distance2 > 0;
          if (neighbor) bits[c] |= bit;
        }
      }
    }
    for (int c = 0; c < classes; ++c) neighbors.word[first / word_places][c] = bits[c];
  }
}

// Takes the neighbours of one class, in ascending order.
struct Cursor {
  unsigned bits = 0;
  int next = 0;  // word

  // The next place, or end if there is none left.
  __device__ int take(const Neighbors& neighbors, int c, int end) {
    while (bits == 0 && next * word_places < end) bits = neighbors.word[next++][c];
    if (bits == 0) return end;
    const int place = (next - 1) * word_places + (__ffs(bits) - 1) * classes + c;
    bits &= bits - 1;
    return place;
  }
};

// Packs eight entries, those of lane l beginning with class l % 8.
__device__ inline uint4 rotated(const unsigned (&place)[classes], int lane) {
  uint4 row = make_uint4(place[0] | place[1] << 16, place[2] | place[3] << 16, place[4] | place[5] << 16,
                         place[6] | place[7] << 16);
  if (lane & 4) row = make_uint4(row.z, row.w, row.x, row.y);
  if (lane & 2) row = make_uint4(row.y, row.z, row.w, row.x);
  if (lane & 1)
    row = make_uint4(__funnelshift_r(row.x, row.y, 16), __funnelshift_r(row.y, row.z, 16),
                     __funnelshift_r(row.z, row.w, 16), __funnelshift_r(row.w, row.x, 16));
  return row;
}

// Writes the thread's list and returns its length. A load of 16 bytes per lane is served for eight lanes at a time.
// They read different banks of shared memory if their places differ modulo 8; this remainder is a place's class. So a
// row of eight entries holds one place of each class, and entry k of lane l has class (k + l) % 8. If a class has too
// few places, its free entries take places of classes that have too many; entries that stay free name a place without
// an atom.
template <int threads, typename Real>
__device__ int write_list(const Bricks<Real>& b, const Neighbors& neighbors, int held) {
  int length = 0, largest = 0;
  unsigned long long counts = 0;  // a byte for each class
  for (int c = 0; c < classes; ++c) {
    int count = 0;
    for (int w = 0; w * word_places < held; ++w) count += __popc(neighbors.word[w][c]);
    length += count;
    largest = max(largest, count);
    counts |= static_cast<unsigned long long>(count & 255) << (8 * c);
  }
  const int rows = (length + entries_per_row - 1) / entries_per_row, lane = threadIdx.x % classes;
  if (rows > b.sizes.rows || largest > 255) {
    atomicMax(&b.words->longest_list, length);
    return 0;
  }

  uint4* const list =
      reinterpret_cast<uint4*>(b.list) + static_cast<std::size_t>(blockIdx.x) * b.sizes.rows * threads + threadIdx.x;
  Cursor cursor[classes];
  for (int r = 0; r < rows; ++r) {
    unsigned place[classes];
#pragma unroll
    for (int c = 0; c < classes; ++c) place[c] = cursor[c].take(neighbors, c, held);
    list[static_cast<std::size_t>(r) * threads] = rotated(place, lane);
  }

  int left = 0, row = static_cast<int>(counts & 255);  // class and row of the next free entry
#pragma unroll
  for (int c = 0; c < classes; ++c)
    for (int place = cursor[c].take(neighbors, c, held); place != held; place = cursor[c].take(neighbors, c, held)) {
      while (row >= rows) row = static_cast<int>(counts >> (8 * ++left) & 255);
      auto* const entries = reinterpret_cast<std::uint16_t*>(list + static_cast<std::size_t>(row++) * threads);
      entries[(left - lane) & (classes - 1)] = static_cast<std::uint16_t>(place);
    }
  return length;
}

}  // namespace ljmd
