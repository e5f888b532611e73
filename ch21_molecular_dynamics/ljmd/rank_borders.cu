// What a rank computes on the device about its own border and its neighbours'.
#include "ch21_molecular_dynamics/ljmd/rank_borders.h"

#include "common/check.h"

namespace ljmd {

namespace {

constexpr int block_size = 256;

// Each of the two numbers is found by one thread: that of the first brick at or after left_end or right_begin.
template <typename Real>
__global__ void border_kernel(Bricks<Real> b, BorderBricks* border) {
  const int t = blockIdx.x * block_size + threadIdx.x, bricks = b.words->bricks;
  if (t > bricks) return;
  const int atoms = b.start[b.sizes.cells], cells = b.sizes.cells_of_side;
  const int before = t > 0 ? b.brick[t - 1].first : -1, here = t < bricks ? b.brick[t].first : atoms;
  const int left_end = b.start[cells], right_begin = b.start[b.sizes.cells - cells];
  if (before < left_end && here >= left_end) border->left_end = t;
  if (before < right_begin && here >= right_begin) border->right_begin = t;
}

__global__ void shift_kernel(int* left, int by_left, int* right, int by_right, int count) {
  const int t = blockIdx.x * block_size + threadIdx.x;
  if (t >= count) return;
  left[t] += by_left;
  right[t] += by_right;
}

}  // namespace

template <typename Real>
void find_border(const Bricks<Real>& b, BorderBricks* border, cudaStream_t stream) {
  border_kernel<<<blocks_for(b.sizes.bricks + 1, block_size), block_size, 0, stream>>>(b, border);
  check(cudaGetLastError());
}

template <typename Real>
void shift_starts(const Bricks<Real>& b, int first_of_left, cudaStream_t stream) {
  const int starts = b.sizes.cells_of_side + 1, first_ghost = b.sizes.atoms;
  shift_kernel<<<blocks_for(starts, block_size), block_size, 0, stream>>>(
      b.starts(-b.sizes.ghost_x, 0), first_ghost - first_of_left, b.starts(b.sizes.slab_x, 0),
      first_ghost + b.sizes.ghosts, starts);
  check(cudaGetLastError());
}

template void find_border(const Bricks<float>&, BorderBricks*, cudaStream_t);
template void find_border(const Bricks<double>&, BorderBricks*, cudaStream_t);
template void shift_starts(const Bricks<float>&, int, cudaStream_t);
template void shift_starts(const Bricks<double>&, int, cudaStream_t);

}  // namespace ljmd
