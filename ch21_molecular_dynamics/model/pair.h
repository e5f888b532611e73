// The arithmetic of a pair of atoms, the same on the CPU and on the GPU: the nearest image, and the force.
#pragma once

#include <cuda_runtime.h>

#include <cmath>

#include "ch21_molecular_dynamics/model/system.h"
#ifdef __CUDACC__
#include "common/ptx.h"
#endif

namespace ljmd {

template <typename Real>
struct Box {
  Real x, y, z, half_x, half_y, half_z;

  explicit Box(const Vec& sides)
      : x(static_cast<Real>(sides.x)),
        y(static_cast<Real>(sides.y)),
        z(static_cast<Real>(sides.z)),
        half_x(x / 2),
        half_y(y / 2),
        half_z(z / 2) {}
};

// Turns a difference of coordinates into the difference to the nearest periodic image. Both atoms must be in the box,
// or less than half a box outside it.
template <typename Real>
__host__ __device__ inline Real nearest(Real d, Real side, Real half) {
  return d > half ? d - side : d < -half ? d + side : d;
}

template <typename Real>
__host__ __device__ inline void nearest_image(const Box<Real>& box, Real& dx, Real& dy, Real& dz) {
  dx = nearest(dx, box.x, box.half_x);
  dy = nearest(dy, box.y, box.half_y);
  dz = nearest(dz, box.z, box.half_z);
}

// The coordinate's image in the box. Rounding can give the side itself. NaN, and a value too large to have an image,
// become 0: lost atoms are detected by their energy.
template <typename Real>
__host__ __device__ inline Real wrapped(Real x, Real side) {
  if (x >= 0 && x < side) return x;
  const Real image = x - side * std::floor(x / side);
  return image >= 0 && image <= side ? image : Real{0};
}

// On a GPU single precision takes the reciprocal from the special function unit, at most one unit in the last place
// off. A squared distance and its inverse are far from being subnormal.
__host__ __device__ inline float reciprocal(float x) {
#ifdef __CUDA_ARCH__
  return reciprocal_approximate(x);
#else
  return 1.0f / x;
#endif
}

__host__ __device__ inline double reciprocal(double x) {
  return 1.0 / x;
}

// The potential's constants, as the kernels need them.
template <typename Real>
struct LennardJones {
  Real cutoff2, energy12, energy6, force12, force6, shift;

  explicit LennardJones(const Potential& potential) {
    const double s2 = potential.sigma * potential.sigma, s6 = s2 * s2 * s2;
    const double c2 = potential.cutoff * potential.cutoff, c6 = c2 * c2 * c2;
    const double a = 4 * potential.epsilon * s6 * s6, b = 4 * potential.epsilon * s6;
    cutoff2 = static_cast<Real>(c2);
    energy12 = static_cast<Real>(a);
    energy6 = static_cast<Real>(b);
    force12 = static_cast<Real>(12 * a);
    force6 = static_cast<Real>(6 * b);
    shift = potential.shifted ? static_cast<Real>((a / c6 - b) / c6) : Real{0};
  }

  // The force divided by the distance, from the inverse of the squared distance. Positive: the atoms repel each other.
  __host__ __device__ Real force(Real inverse2) const {
    const Real inverse6 = inverse2 * inverse2 * inverse2;
    return inverse2 * inverse6 * (force12 * inverse6 - force6);
  }
  __host__ __device__ Real energy(Real inverse2) const {
    const Real inverse6 = inverse2 * inverse2 * inverse2;
    return inverse6 * (energy12 * inverse6 - energy6) - shift;
  }
};

}  // namespace ljmd
