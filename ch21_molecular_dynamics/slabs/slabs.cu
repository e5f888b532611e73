// Several slabs: atoms near a slab's border are also in the neighbour's memory, as its ghosts. The step kernel stores
// their positions there (brick_step.cu); here they get their places, whenever lists are made.
#include <algorithm>

#include "ch21_molecular_dynamics/bricks/bricks.h"
#include "common/check.h"

namespace ljmd {

namespace {

constexpr int block_size = 256;

// A border's columns are sorted already, in the order in which the neighbour would sort them. So its atoms are one
// range of positions, and its cells one range of starts, shifted by a constant.
template <typename Real>
__global__ void show_kernel(Bricks<Real> b, int now) {
  const int t = blockIdx.x * block_size + threadIdx.x;
  const int cells = b.sizes.cells_of_side, right_cell = b.sizes.cells - cells, room = b.sizes.ghosts;
  const int atoms = b.start[b.sizes.cells], left_end = b.start[cells], right_begin = b.start[right_cell];
  // Ghosts without room are left out, and words->lost tells the host.
  const int left_shown = min(left_end, room), right_shown = min(atoms - right_begin, room);
  if (t == 0) {
    b.words->left_end = left_shown;
    b.words->right_begin = atoms - right_shown;
    if (left_end > room || atoms - right_begin > room) atomicExch(&b.words->lost, 1);
  }
  if (t <= cells) {
    b.left.ghost_start[t] = b.left.first_ghost + min(b.start[t], room);
    b.right.ghost_start[t] = b.right.first_ghost + max(b.start[right_cell + t] - (atoms - right_shown), 0);
  }
  const Vec4<Real>* const sorted = b.position[1 - now];
  if (t < left_shown) b.left.position[now][b.left.first_ghost + t] = sorted[t];
  if (t < right_shown) b.right.position[now][b.right.first_ghost + t] = sorted[atoms - right_shown + t];
}

}  // namespace

template <typename Real>
void show_borders(const Bricks<Real>& b, int now, cudaStream_t stream) {
  const int threads = std::max(b.sizes.ghosts, b.sizes.cells_of_side + 1);
  show_kernel<<<blocks_for(threads, block_size), block_size, 0, stream>>>(b, now);
  check(cudaGetLastError());
}

template void show_borders(const Bricks<float>&, int, cudaStream_t);
template void show_borders(const Bricks<double>&, int, cudaStream_t);

}  // namespace ljmd
