// The force on an atom of a brick. Its list names places of the halo, which stands in shared memory.
#pragma once

#include "ch21_molecular_dynamics/ljmd/bricks.h"
#include "ch21_molecular_dynamics/ljmd/pair.h"

namespace ljmd {

template <typename Real>
struct Sum {
  Real x = 0, y = 0, z = 0, energy = 0, virial = 0;

  // No branch: beyond the cutoff the force is multiplied by 0.
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

  template <bool energies>
  __device__ void add_two(const Vec4<Real>& mine, const Vec4<Real>* halo, unsigned places,
                          const LennardJones<Real>& lj) {
    add<energies>(mine, halo[places & 0xFFFF], lj);
    add<energies>(mine, halo[places >> 16], lj);
  }
};

template <bool energies, typename Real>
__device__ Sum<Real> force_on(const Bricks<Real>& b, const Vec4<Real>* halo, const Vec4<Real>& mine,
                              const LennardJones<Real>& lj) {
  Sum<Real> sum;
  const int length = b.length[static_cast<std::size_t>(blockIdx.x) * brick_size + threadIdx.x];
  const uint4* row = reinterpret_cast<const uint4*>(b.list) +
                     static_cast<std::size_t>(blockIdx.x) * b.sizes.rows * brick_size + threadIdx.x;
  for (int k = 0; k < length; k += entries_per_row, row += brick_size) {
    const uint4 places = __ldcs(row);  // read once a step: it need not stay in the caches
    sum.template add_two<energies>(mine, halo, places.x, lj);
    sum.template add_two<energies>(mine, halo, places.y, lj);
    sum.template add_two<energies>(mine, halo, places.z, lj);
    sum.template add_two<energies>(mine, halo, places.w, lj);
  }
  return sum;
}

}  // namespace ljmd
