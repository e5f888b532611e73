// N-body as a simulation: bodies move in small steps. The force is the same in all rungs; they differ in when
// velocities and positions advance, and therefore in the error of the energy.
#pragma once

#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

namespace nbody_steps {

// In double, so that the drift is that of the method and not of rounding.
struct Body {
  double x, y, z, mass;
};
struct Vector {
  double x, y, z;
};

// Added to every squared distance: it keeps close encounters finite. The potential has it too, so that the exact motion
// conserves the energy.
inline constexpr double softening_squared = 1e-2;

struct Motion {
  std::vector<Body> bodies;
  std::vector<Vector> velocities;
};

// Kinetic and potential energy together.
inline double energy_of(const Motion& m) {
  double energy = 0;
  for (std::size_t i = 0; i < m.bodies.size(); ++i) {
    const Body& p = m.bodies[i];
    const Vector& v = m.velocities[i];
    energy += 0.5 * p.mass * (v.x * v.x + v.y * v.y + v.z * v.z);
    for (std::size_t j = i + 1; j < m.bodies.size(); ++j) {
      const Body& q = m.bodies[j];
      const double dx = q.x - p.x, dy = q.y - p.y, dz = q.z - p.z;
      energy -= p.mass * q.mass / std::sqrt(dx * dx + dy * dy + dz * dz + softening_squared);
    }
  }
  return energy;
}

// The reference for the force: the acceleration of each body.
inline std::vector<Vector> accelerations_cpu(const std::vector<Body>& bodies) {
  std::vector<Vector> a(bodies.size());
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    for (const Body& other : bodies) {
      const double dx = other.x - bodies[i].x, dy = other.y - bodies[i].y, dz = other.z - bodies[i].z;
      const double squared = dx * dx + dy * dy + dz * dz + softening_squared;
      const double pull = other.mass / (squared * std::sqrt(squared));
      a[i].x += pull * dx;
      a[i].y += pull * dy;
      a[i].z += pull * dz;
    }
  }
  return a;
}

// The rungs. bodies, velocities and accelerations point to device memory, n of each: bodies and velocities advance by
// so many steps of dt; accelerations is scratch. n and steps may be 0. A rung does not wait for the device, and throws
// CudaError.
struct Rung {
  const char* name;
  void (*run)(Body* bodies, Vector* velocities, Vector* accelerations, std::size_t n, double dt, int steps);
};

std::span<const Rung> ladder();

}  // namespace nbody_steps
