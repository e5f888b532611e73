// Three orders of a time step. Each has one evaluation of the forces, which takes nearly all of the time, and the same
// two small kernels; the rungs differ in their order.
#include "ch09_shared/nbody_steps/nbody_steps.h"

#include "common/check.h"

namespace nbody_steps {
namespace {

constexpr int block_size = 256;

// The kernel of nbody's rung `tiled`: tiles of 256 bodies in shared memory.
__global__ void accelerate_kernel(const Body* bodies, Vector* accelerations, std::size_t n) {
  __shared__ Body tile[block_size];
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  const Body body = i < n ? bodies[i] : Body{};
  Vector sum = {};
  for (std::size_t first = 0; first < n; first += block_size) {
    const std::size_t mine = first + threadIdx.x;
    const Body other = mine < n ? bodies[mine] : Body{};
    tile[threadIdx.x] = other;
    __syncthreads();
    const int count = static_cast<int>(min(std::size_t(block_size), n - first));
    for (int j = 0; j < count; ++j) {
      const double dx = tile[j].x - body.x, dy = tile[j].y - body.y, dz = tile[j].z - body.z;
      const double squared = dx * dx + dy * dy + dz * dz + softening_squared;
      const double pull = tile[j].mass / (squared * sqrt(squared));
      sum.x += pull * dx;
      sum.y += pull * dy;
      sum.z += pull * dz;
    }
    __syncthreads();
  }
  if (i < n) accelerations[i] = sum;
}

// Velocities advance by dt.
__global__ void kick_kernel(Vector* velocities, const Vector* accelerations, std::size_t n, double dt) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  if (i >= n) return;
  velocities[i].x += dt * accelerations[i].x;
  velocities[i].y += dt * accelerations[i].y;
  velocities[i].z += dt * accelerations[i].z;
}

// Positions advance by dt.
__global__ void drift_kernel(Body* bodies, const Vector* velocities, std::size_t n, double dt) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  if (i >= n) return;
  bodies[i].x += dt * velocities[i].x;
  bodies[i].y += dt * velocities[i].y;
  bodies[i].z += dt * velocities[i].z;
}

void accelerate(const Body* bodies, Vector* accelerations, std::size_t n) {
  accelerate_kernel<<<blocks_for(n, block_size), block_size>>>(bodies, accelerations, n);
  check(cudaGetLastError());
}

void kick(Vector* velocities, const Vector* accelerations, std::size_t n, double dt) {
  kick_kernel<<<blocks_for(n, block_size), block_size>>>(velocities, accelerations, n, dt);
  check(cudaGetLastError());
}

void drift(Body* bodies, const Vector* velocities, std::size_t n, double dt) {
  drift_kernel<<<blocks_for(n, block_size), block_size>>>(bodies, velocities, n, dt);
  check(cudaGetLastError());
}

// ---- Rung 1. Euler's step: position and velocity both advance with the values at its start. An orbit gains energy at
// every step, and widens.
void euler(Body* bodies, Vector* velocities, Vector* accelerations, std::size_t n, double dt, int steps) {
  for (int s = 0; s < steps; ++s) {
    accelerate(bodies, accelerations, n);
    drift(bodies, velocities, n, dt);
    kick(velocities, accelerations, n, dt);
  }
}

// ---- Rung 2. Same, except that the two lines change places: positions advance with the new velocities. The error of
// the energy is of the order of dt at any time, but it does not grow: such a step conserves a nearby energy (it is
// symplectic).
void kick_then_drift(Body* bodies, Vector* velocities, Vector* accelerations, std::size_t n, double dt, int steps) {
  for (int s = 0; s < steps; ++s) {
    accelerate(bodies, accelerations, n);
    kick(velocities, accelerations, n, dt);
    drift(bodies, velocities, n, dt);
  }
}

// ---- Rung 3. Same, except that the kick is halved: one half before the drift, the other half after it, with the
// forces at the new positions, which the next step reuses. The step is the same forwards and backwards, and its error
// falls with dt^2. (Known as leapfrog or velocity Verlet; Verlet, 1967.)
void leapfrog(Body* bodies, Vector* velocities, Vector* accelerations, std::size_t n, double dt, int steps) {
  if (steps > 0) accelerate(bodies, accelerations, n);
  for (int s = 0; s < steps; ++s) {
    kick(velocities, accelerations, n, dt / 2);
    drift(bodies, velocities, n, dt);
    accelerate(bodies, accelerations, n);
    kick(velocities, accelerations, n, dt / 2);
  }
}

}  // namespace

std::span<const Rung> ladder() {
  static constexpr Rung rungs[] = {
      {"euler", euler},
      {"kick_then_drift", kick_then_drift},
      {"leapfrog", leapfrog},
  };
  return rungs;
}

}  // namespace nbody_steps
