// All-pairs gravity: the acceleration of each body by all others. Each rung removes one cost of the rung before it.
#pragma once

#include <cmath>
#include <cstddef>
#include <limits>
#include <span>
#include <vector>

namespace nbody {

template <typename Real>
struct alignas(16) Body {
  Real x, y, z, mass;
};

template <typename Real>
struct Vector {
  Real x, y, z;
};

// Added to every squared distance: it keeps close encounters finite, and a body's pull on itself 0.
inline constexpr double softening_squared = 1e-4;

// Floating-point operations that are usually counted per interaction: 3 subtractions, 6 for the squared distance, a
// root and a reciprocal as 2, 3 multiplications, 6 to add up. A GPU needs 13 instructions for them.
inline constexpr double flops_per_interaction = 20;

// The reference: the acceleration of body i in double, and the sum of the magnitudes of its parts, to which rounding
// errors are relative.
struct Reference {
  Vector<double> acceleration;
  double size;
};

template <typename Real>
Reference accelerate_cpu(const std::vector<Body<Real>>& bodies, std::size_t i) {
  Reference sum = {};
  for (const Body<Real>& other : bodies) {
    const double dx = static_cast<double>(other.x) - bodies[i].x, dy = static_cast<double>(other.y) - bodies[i].y;
    const double dz = static_cast<double>(other.z) - bodies[i].z;
    const double squared = dx * dx + dy * dy + dz * dz + static_cast<Real>(softening_squared);
    const double pull = other.mass / (squared * std::sqrt(squared));
    sum.acceleration.x += pull * dx;
    sum.acceleration.y += pull * dy;
    sum.acceleration.z += pull * dz;
    sum.size += pull * std::sqrt(dx * dx + dy * dy + dz * dz);
  }
  return sum;
}

// |value - reference|, relative to the reference's magnitude.
template <typename Real>
double error_of(const Vector<Real>& value, const Reference& reference) {
  const double x = value.x - reference.acceleration.x, y = value.y - reference.acceleration.y;
  const double z = value.z - reference.acceleration.z, error = std::sqrt(x * x + y * y + z * z);
  return error == 0 ? 0 : error / reference.size;
}

// What error_of may be, in units of the rounding u: a part of the sum carries 5 u from its squared distance, which the
// power -3/2 makes 7.5 u, 3 times 4 u from an approximate root, and 6 u from the rest, together less than 32 u. The n
// additions round independently: 8 sqrt(n) u is eight standard deviations of a walk of n steps.
template <typename Real>
double error_bound(std::size_t n) {
  const double u = std::numeric_limits<Real>::epsilon() / 2.0;
  return (32 + 8 * std::sqrt(static_cast<double>(n))) * u;
}

// The magnitude of the sum of all forces over the sum of their magnitudes. It is 0 except for rounding: the forces
// between two bodies are equal and opposite, so momentum is conserved.
template <typename Real>
double momentum_gained(const std::vector<Body<Real>>& bodies, const std::vector<Vector<Real>>& accelerations) {
  double x = 0, y = 0, z = 0, sizes = 0;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const double mass = bodies[i].mass, ax = accelerations[i].x, ay = accelerations[i].y, az = accelerations[i].z;
    x += mass * ax;
    y += mass * ay;
    z += mass * az;
    sizes += mass * std::sqrt(ax * ax + ay * ay + az * az);
  }
  const double sum = std::sqrt(x * x + y * y + z * z);
  return sum == 0 ? 0 : sum / sizes;
}

std::size_t scratch_size(std::size_t n);

// The rungs. bodies, accelerations and scratch point to device memory: n bodies, n vectors, scratch_size(n) vectors.
// bodies are not changed, accelerations are overwritten; n may be 0. A rung does not wait for the device, and throws
// CudaError if a launch fails.
template <typename Real>
struct Rung {
  const char* name;
  void (*run)(const Body<Real>* bodies, Vector<Real>* accelerations, Vector<Real>* scratch, std::size_t n);
};

template <typename Real>
std::span<const Rung<Real>> ladder();

}  // namespace nbody
