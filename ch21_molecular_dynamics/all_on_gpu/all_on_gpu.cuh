// The kernels of rung 3, one thread per atom: the list, the force, the two halves of a step.
#pragma once

#include "ch21_molecular_dynamics/model/pair.h"
#include "ch21_molecular_dynamics/model/thermostat.h"

namespace ljmd {

constexpr int threads_per_block = 128;

// In device memory, n values each.
template <typename Real>
struct DeviceAtoms {
  int n;
  Real *x, *y, *z, *vx, *vy, *vz, *fx, *fy, *fz, *energy, *virial;
  Real *list_x, *list_y, *list_z;  // positions when the list was made
};

// Entry k of atom i is neighbor[k * n + i]: neighbouring threads read neighbouring words.
struct DeviceList {
  int* count;
  int* neighbor;
  int capacity;  // of each atom
  int* longest;  // more than capacity: neighbours were left out
};

template <typename Real>
__device__ Real distance_squared(const Box<Real>& box, Real dx, Real dy, Real dz) {
  nearest_image(box, dx, dy, dz);
  return dx * dx + dy * dy + dz * dz;
}

template <typename Real>
__global__ void into_box_kernel(DeviceAtoms<Real> a, Box<Real> box) {
  const int i = blockIdx.x * threads_per_block + threadIdx.x;
  if (i >= a.n) return;
  a.list_x[i] = a.x[i] = wrapped(a.x[i], box.x);
  a.list_y[i] = a.y[i] = wrapped(a.y[i], box.y);
  a.list_z[i] = a.z[i] = wrapped(a.z[i], box.z);
}

// Each thread checks all other atoms: n^2 distances. Only thread i writes atom i's list, and it counts in a register,
// so no count has to be cleared first, in this kernel or before it.
template <typename Real>
__global__ void list_kernel(DeviceAtoms<Real> a, DeviceList list, Box<Real> box, Real radius2) {
  const int i = blockIdx.x * threads_per_block + threadIdx.x;
  if (i >= a.n) return;
  const Real x = a.x[i], y = a.y[i], z = a.z[i];
  int count = 0;
  for (int j = 0; j < a.n; ++j) {
    if (j == i || distance_squared(box, x - a.x[j], y - a.y[j], z - a.z[j]) >= radius2) continue;
    if (count < list.capacity) list.neighbor[static_cast<std::size_t>(count) * a.n + i] = j;
    ++count;
  }
  list.count[i] = min(count, list.capacity);
  atomicMax(list.longest, count);
}

template <typename Real>
__global__ void force_kernel(DeviceAtoms<Real> a, DeviceList list, Box<Real> box, LennardJones<Real> lj) {
  const int i = blockIdx.x * threads_per_block + threadIdx.x;
  if (i >= a.n) return;
  const Real x = a.x[i], y = a.y[i], z = a.z[i];
  const int count = list.count[i];
  Real fx = 0, fy = 0, fz = 0, energy = 0, virial = 0;
  for (int k = 0; k < count; ++k) {
    const int j = list.neighbor[static_cast<std::size_t>(k) * a.n + i];
    Real dx = x - a.x[j], dy = y - a.y[j], dz = z - a.z[j];
    nearest_image(box, dx, dy, dz);
    const Real distance2 = dx * dx + dy * dy + dz * dz;
    if (distance2 >= lj.cutoff2) continue;
    const Real inverse2 = reciprocal(distance2), force = lj.force(inverse2);
    fx += force * dx;
    fy += force * dy;
    fz += force * dz;
    energy += lj.energy(inverse2);
    virial += force * distance2;
  }
  a.fx[i] = fx;
  a.fy[i] = fy;
  a.fz[i] = fz;
  a.energy[i] = energy / 2;
  a.virial[i] = virial / 2;
}

// The first half of a step: half a kick, then the move. Sets too_far to 1 if an atom has moved more than half of the
// skin.
template <typename Real>
__global__ void kick_and_drift_kernel(DeviceAtoms<Real> a, Real kick, Real dt, Real half_skin2, int* too_far) {
  const int i = blockIdx.x * threads_per_block + threadIdx.x;
  if (i >= a.n) return;
  const Real vx = a.vx[i] + kick * a.fx[i], vy = a.vy[i] + kick * a.fy[i], vz = a.vz[i] + kick * a.fz[i];
  const Real x = a.x[i] + dt * vx, y = a.y[i] + dt * vy, z = a.z[i] + dt * vz;
  a.vx[i] = vx;
  a.vy[i] = vy;
  a.vz[i] = vz;
  a.x[i] = x;
  a.y[i] = y;
  a.z[i] = z;
  const Real dx = x - a.list_x[i], dy = y - a.list_y[i], dz = z - a.list_z[i];
  if (dx * dx + dy * dy + dz * dz > half_skin2) atomicExch(too_far, 1);
}

// The second half kick, at the new position; then friction and random kicks if there is a thermostat.
template <typename Real>
__global__ void kick_kernel(DeviceAtoms<Real> a, Real kick, Langevin<Real> langevin, bool thermostat,
                            std::uint32_t step) {
  const int i = blockIdx.x * threads_per_block + threadIdx.x;
  if (i >= a.n) return;
  Real vx = a.vx[i] + kick * a.fx[i], vy = a.vy[i] + kick * a.fy[i], vz = a.vz[i] + kick * a.fz[i];
  if (thermostat) langevin.apply(vx, vy, vz, step, i);
  a.vx[i] = vx;
  a.vy[i] = vy;
  a.vz[i] = vz;
}

template <typename Real>
__global__ void scale_kernel(DeviceAtoms<Real> a, Real factor) {
  const int i = blockIdx.x * threads_per_block + threadIdx.x;
  if (i >= a.n) return;
  a.vx[i] *= factor;
  a.vy[i] *= factor;
  a.vz[i] *= factor;
}

}  // namespace ljmd
