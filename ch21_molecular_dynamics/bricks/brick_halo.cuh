// A brick's halo: in shared memory if there is room, else looked up in global memory.
#pragma once

#include "ch21_molecular_dynamics/bricks/bricks.h"

namespace ljmd {

// The position of a halo's atom, in the right periodic image.
template <typename Real>
__device__ Vec4<Real> halo_position(const Bricks<Real>& b, const Vec4<Real>* position, unsigned packed) {
  Vec4<Real> p = position[packed & index_mask];
  const unsigned image = packed >> index_bits;
  p.x += static_cast<Real>(static_cast<int>(image & 3) - 1) * b.side_x;
  p.y += static_cast<Real>(static_cast<int>(image >> 2 & 3) - 1) * b.side_y;
  p.z += static_cast<Real>(static_cast<int>(image >> 4) - 1) * b.side_z;
  return p;
}

// The halo's atoms as the last list numbers them.
template <typename Real>
__device__ const unsigned* packed_halo(const Bricks<Real>& b) {
  return b.halo + static_cast<std::size_t>(blockIdx.x) * b.sizes.halo;
}

// The atoms' numbers do not change between two lists, so a step can read them while the step before it still moves the
// atoms. Each number is kept in its place in shared memory, for the thread that has read it. threads: of the block.
template <int threads, typename Real>
__device__ void read_numbers(const Bricks<Real>& b, Vec4<Real>* halo, int held) {
  const unsigned* const packed = packed_halo(b);
  for (int place = threadIdx.x; place < held; place += threads)
    *reinterpret_cast<unsigned*>(halo + place) = packed[place];
}

// Loads the positions of the `held` atoms of a halo into shared memory, and one behind them: the place without an atom.
// numbered: after read_numbers().
template <int threads, typename Real>
__device__ void load_halo(const Bricks<Real>& b, const Vec4<Real>* position, Vec4<Real>* halo, int held,
                          bool numbered) {
  const unsigned* const packed = packed_halo(b);
  for (int place = threadIdx.x; numbered && place < held; place += threads)
    halo[place] = halo_position(b, position, *reinterpret_cast<const unsigned*>(halo + place));
  for (int place = threadIdx.x; !numbered && place < held; place += threads)
    halo[place] = halo_position(b, position, packed[place]);
  if (threadIdx.x == 0) halo[held] = {static_cast<Real>(far_away), 0, 0, 0};
}

// A halo for which shared memory has no room: each place is looked up in global memory.
template <typename Real>
struct FarHalo {
  const Bricks<Real>& b;
  const Vec4<Real>* position;
  int held;

  __device__ Vec4<Real> operator[](unsigned place) const {
    if (place >= static_cast<unsigned>(held)) return {static_cast<Real>(far_away), 0, 0, 0};
    return halo_position(b, position, packed_halo(b)[place]);
  }
};

}  // namespace ljmd
