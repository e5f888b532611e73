// Where the border of a slab lies among its bricks, so that the border's part of a step can run first.
#pragma once

#include "ch21_molecular_dynamics/bricks/bricks.h"

namespace ljmd {

// A range of the bricks, for a step's kernels, which then launch one block per brick of it. It has all atoms.
template <typename Real>
Bricks<Real> some_of(const Bricks<Real>& all, int first, int end) {
  Bricks<Real> some = all;
  const std::ptrdiff_t rows = static_cast<std::ptrdiff_t>(all.sizes.rows) * all.sizes.threads();
  some.sizes.bricks = end - first;
  some.from_first = first == 0;
  some.brick += first;
  some.halo_size += first;
  some.halo += static_cast<std::ptrdiff_t>(first) * all.sizes.halo;
  some.list += first * rows * entries_per_row;
  some.length += static_cast<std::ptrdiff_t>(first) * all.sizes.threads();
  return some;
}

// Turns the starts of the neighbours' border cells, which are indices into their arrays, into starts of ghosts here.
template <typename Real>
void shift_starts(const Bricks<Real>& bricks, int first_of_left, cudaStream_t stream);

}  // namespace ljmd
