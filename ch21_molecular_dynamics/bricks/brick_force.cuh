// The force on an atom of a brick. Its list names places in the halo (brick_halo.cuh).
#pragma once

#include "ch21_molecular_dynamics/bricks/bricks.h"
#include "ch21_molecular_dynamics/model/pair.h"
#include "common/ptx.h"

namespace ljmd {

// Registers per thread in the kernels of the steps. With 32 a multiprocessor has room for 2048 threads, as many as it
// can run at once; energies and double need more. Of blocks with several threads per atom it has one at most.
template <bool energies, int per_atom, typename Real>
constexpr int most_registers = sizeof(Real) == sizeof(double) || per_atom > 1 ? 64 : 32 + 8 * energies;

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

// The first row of this thread's list; the next one is a block's number of threads farther. threads: of the block.
template <int threads, typename Real>
__device__ const uint4* first_row(const Bricks<Real>& b) {
  return reinterpret_cast<const uint4*>(b.list) + static_cast<std::size_t>(blockIdx.x) * b.sizes.rows * threads +
         threadIdx.x;
}

// The part of the force that this thread's list gives. threads: of the block. halo[place]: its position.
template <bool energies, int threads, typename Real, typename Halo>
__device__ Sum<Real> force_on(const Bricks<Real>& b, const Halo& halo, const Vec4<Real>& mine,
                              const LennardJones<Real>& lj) {
  Sum<Real> sum;
  int left = b.length[static_cast<std::size_t>(blockIdx.x) * threads + threadIdx.x];
  const uint4* row = first_row<threads>(b);
  // A row comes from memory. It is loaded while the row before it is used, and the L2 cache is asked for it one row
  // earlier still. It is read once per step, so it need not stay in the caches.
  uint4 next = __ldcs(row);
  for (; left > 0; left -= entries_per_row) {
    const uint4 places = next;
    row += threads;
    if (left > entries_per_row) next = __ldcs(row);
    if (left > 2 * entries_per_row) prefetch_to_l2(row + threads);
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
