// What a rank computes on the device about its neighbours' borders.
#include "ch21_molecular_dynamics/ranks/rank_borders.h"

#include "common/check.h"

namespace ljmd {

namespace {

constexpr int block_size = 256;

__global__ void shift_kernel(int* left, int by_left, int* right, int by_right, int count) {
  const int t = blockIdx.x * block_size + threadIdx.x;
  if (t >= count) return;
  left[t] += by_left;
  right[t] += by_right;
}

}  // namespace

template <typename Real>
void shift_starts(const Bricks<Real>& b, int first_of_left, cudaStream_t stream) {
  const int starts = b.sizes.cells_of_side + 1, first_ghost = b.sizes.atoms;
  shift_kernel<<<blocks_for(starts, block_size), block_size, 0, stream>>>(
      b.starts(-b.sizes.ghost_x, 0), first_ghost - first_of_left, b.starts(b.sizes.slab_x, 0),
      first_ghost + b.sizes.ghosts, starts);
  check(cudaGetLastError());
}

template void shift_starts(const Bricks<float>&, int, cudaStream_t);
template void shift_starts(const Bricks<double>&, int, cudaStream_t);

}  // namespace ljmd
