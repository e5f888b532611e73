// The bricks of neighbouring slabs meet: a GPU with a slab stores the new positions of its border in the neighbours'
// memory, and says so there. A border brick waits for the word of the step before; by then it has long been set, unless
// the neighbour is late. It also shows that the neighbour has read the ghosts which this step overwrites.
#pragma once

#include <cuda/atomic>

#include "ch21_molecular_dynamics/bricks/bricks.h"

namespace ljmd {

using StepsMade = cuda::atomic_ref<unsigned, cuda::thread_scope_system>;

__device__ inline void wait_for(unsigned& steps, unsigned made) {
  while (static_cast<int>(StepsMade(steps).load(cuda::memory_order_acquire) - made) < 0) continue;
}

// Waits until the neighbours of this border brick have made so many steps. All threads of the block must call it.
template <typename Real>
__device__ void await_neighbors(const Bricks<Real>& b, unsigned made) {
  const int border = b.brick[blockIdx.x].border;
  if (threadIdx.x == 0 && (border & left_border)) wait_for(b.words->from_left, made);
  if (threadIdx.x == 0 && (border & right_border)) wait_for(b.words->from_right, made);
  __syncthreads();
}

// Counts a border brick; the last one of `bricks` tells the neighbour.
__device__ inline void count(int& moved, int bricks, unsigned& steps, unsigned made) {
  const cuda::atomic_ref<int, cuda::thread_scope_device> all(moved);
  if (all.fetch_add(1, cuda::memory_order_acq_rel) + 1 < bricks) return;
  all.store(0, cuda::memory_order_relaxed);  // for the next step, whose kernel begins when this one has ended
  StepsMade(steps).store(made, cuda::memory_order_release);
}

// After this border brick's atoms have been moved for the made-th time. All threads of the block must call it.
template <typename Real>
__device__ void tell_neighbors(const Bricks<Real>& b, unsigned made) {
  __syncthreads();
  if (threadIdx.x > 0) return;
  const int border = b.brick[blockIdx.x].border;
  BrickWords& words = *b.words;
  if (border & left_border) count(words.left_moved, words.left_bricks, b.left.words->from_right, made);
  if (border & right_border) count(words.right_moved, words.bricks - words.right_brick, b.right.words->from_left, made);
}

}  // namespace ljmd
