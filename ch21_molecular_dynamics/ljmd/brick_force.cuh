// The force on an atom of a brick. Its list names places in the halo, which is in shared memory if it fits.
#pragma once

#include "ch21_molecular_dynamics/ljmd/bricks.h"
#include "ch21_molecular_dynamics/ljmd/pair.h"

namespace ljmd {

template <typename Real>
struct Sum {
  Real x = 0, y = 0, z = 0, energy = 0, virial = 0;

  // No branch: beyond the cutoff inverse2 is 0, and so is the force.
  template <bool energies>
  __device__ void add(const Vec4<Real>& mine, const Vec4<Real>& other, const LennardJones<Real>& lj) {
    const Real dx = mine.x - other.x, dy = mine.y - other.y, dz = mine.z - other.z;
    const Real distance2 = dx * dx + dy * dy + dz * dz;
    const bool near = distance2 < lj.cutoff2;
    const Real inverse2 = near ? reciprocal(distance2) : Real{0}, force = lj.force(inverse2);
    x += force * dx;
    y += force * dy;
    z += force * dz;
    if (energies) {
      energy += near ? lj.energy(inverse2) : Real{0};
      virial += force * distance2;
    }
  }

  template <bool energies, typename Halo>
  __device__ void add_two(const Vec4<Real>& mine, const Halo& halo, unsigned places, const LennardJones<Real>& lj) {
    add<energies>(mine, halo[places & 0xFFFF], lj);
    add<energies>(mine, halo[places >> 16], lj);
  }
};

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

// A halo for which shared memory has no room: each place is looked up in global memory.
template <typename Real>
struct FarHalo {
  const Bricks<Real>& b;
  const Vec4<Real>* position;
  int held;

  __device__ Vec4<Real> operator[](unsigned place) const {
    if (place >= static_cast<unsigned>(held)) return {static_cast<Real>(far_away), 0, 0, 0};
    return halo_position(b, position, b.halo[static_cast<std::size_t>(blockIdx.x) * b.sizes.halo + place]);
  }
};

// The part of the force that this thread's list gives. threads: of the block. halo[place]: its position.
template <bool energies, int threads, typename Real, typename Halo>
__device__ Sum<Real> force_on(const Bricks<Real>& b, const Halo& halo, const Vec4<Real>& mine,
                              const LennardJones<Real>& lj) {
  Sum<Real> sum;
  const int length = b.length[static_cast<std::size_t>(blockIdx.x) * threads + threadIdx.x];
  const uint4* row = reinterpret_cast<const uint4*>(b.list) +
                     static_cast<std::size_t>(blockIdx.x) * b.sizes.rows * threads + threadIdx.x;
  for (int k = 0; k < length; k += entries_per_row, row += threads) {
    const uint4 places = __ldcs(row);  // read once per step: it need not stay in the caches
    sum.template add_two<energies>(mine, halo, places.x, lj);
    sum.template add_two<energies>(mine, halo, places.y, lj);
    sum.template add_two<energies>(mine, halo, places.z, lj);
    sum.template add_two<energies>(mine, halo, places.w, lj);
  }
  return sum;
}

// Adds what the threads that share an atom have computed. The first of them returns the sum.
template <int per_atom, bool energies, typename Real>
__device__ void add_up(Sum<Real>& sum) {
  constexpr int others = (per_atom - 1) * brick_size;
  __shared__ Real x[others], y[others], z[others];
  const int t = threadIdx.x, own = t - brick_size;
  if (own >= 0) x[own] = sum.x, y[own] = sum.y, z[own] = sum.z;
  __syncthreads();
  for (int other = t; own < 0 && other < others; other += brick_size)
    sum.x += x[other], sum.y += y[other], sum.z += z[other];
  if (!energies) return;
  __syncthreads();
  if (own >= 0) x[own] = sum.energy, y[own] = sum.virial;
  __syncthreads();
  for (int other = t; own < 0 && other < others; other += brick_size) sum.energy += x[other], sum.virial += y[other];
}

}  // namespace ljmd
