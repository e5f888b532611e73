// The pull of one body on another: the arithmetic that all rungs of nbody share.
#pragma once

#include "ch09_shared/nbody/nbody.h"
#include "common/ptx.h"

namespace nbody {

__device__ inline float root_reciprocal(float x) {
  return rsqrtf(x);
}

__device__ inline double root_reciprocal(double x) {
  return rsqrt(x);
}

__device__ inline float fast_root_reciprocal(float x) {
  return rsqrt_approximate(x);
}

__device__ inline double fast_root_reciprocal(double x) {
  return rsqrt(x);
}

// Adds the pull of other on body.
template <bool fast, typename Real>
__device__ void add_pull(const Body<Real>& body, const Body<Real>& other, Vector<Real>& sum) {
  const Real dx = other.x - body.x, dy = other.y - body.y, dz = other.z - body.z;
  const Real squared = dx * dx + (dy * dy + (dz * dz + static_cast<Real>(softening_squared)));
  const Real r = fast ? fast_root_reciprocal(squared) : root_reciprocal(squared);
  const Real pull = (other.mass * r) * (r * r);
  sum.x += dx * pull;
  sum.y += dy * pull;
  sum.z += dz * pull;
}

}  // namespace nbody
