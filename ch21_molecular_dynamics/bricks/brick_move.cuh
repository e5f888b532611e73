// The move of an atom, and what it tells others.
#pragma once

#include "ch21_molecular_dynamics/bricks/brick_step.h"

namespace ljmd {

// Moves atom i from position[now] to position[1 - now]. mine: its position; v: its new velocity.
template <typename Real>
__device__ void move(const Bricks<Real>& b, const Step<Real>& step, int now, int i, const Vec4<Real>& mine,
                     const Vec4<Real>& v) {
  const Vec4<Real> to = {mine.x + step.dt * v.x, mine.y + step.dt * v.y, mine.z + step.dt * v.z, 0};
  const Vec4<Real> reference = b.reference[i];
  const Real dx = to.x - reference.x, dy = to.y - reference.y, dz = to.z - reference.z;
  if (dx * dx + dy * dy + dz * dz > step.half_skin2) {
    atomicExch(&b.words->moved[now], 1);
#pragma unroll 1  // rare; unrolling would cost registers, and so blocks per SM
    for (int other = 0; other < b.others; ++other) atomicExch_system(&b.words_of[other]->moved[now], 1);
  }
  b.positions(1 - now)[i] = to;
  // Atoms near a border are also ghosts of the neighbouring slab.
  const int from_right = i - b.words->right_begin;
  if (i < b.words->left_end) b.left.position[1 - now][b.left.first_ghost + i] = to;
  if (from_right >= 0) b.right.position[1 - now][b.right.first_ghost + from_right] = to;
  b.velocity[i] = v;
}

}  // namespace ljmd
