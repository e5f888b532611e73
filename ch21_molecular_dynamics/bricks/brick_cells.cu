// The cell of each atom, and the number of atoms in each cell. Atoms that have left their slab are found here.
#include "ch21_molecular_dynamics/bricks/bricks.h"
#include "ch21_molecular_dynamics/model/pair.h"
#include "common/check.h"

namespace ljmd {

namespace {

constexpr int block_size = 256;

// The cell's number along one side.
template <typename Real>
__device__ inline int cell_of(Real x, Real per_length, int cells) {
  return min(max(static_cast<int>(x * per_length), 0), cells - 1);
}

// Gives the atom to a neighbouring slab, which stores it after its own. The number of those does not change until all
// slabs have reached the next barrier.
template <typename Real>
__device__ void hand_over(const Bricks<Real>& b, int now, int i, int x) {
  const int all = b.sizes.columns_x;
  const bool to_left = (b.sizes.first_x - 1 - x + all) % all < b.sizes.left_x;
  const bool to_right = (x - b.sizes.first_x - b.sizes.slab_x + all) % all < b.sizes.right_x;
  if (!to_left && !to_right) {
    atomicExch(&b.words->lost, 1);
    return;
  }
  const Neighbor<Real>& to = to_left ? b.left : b.right;
  const int place = to.words->atoms + atomicAdd_system(&to.words->arrived, 1);
  if (place >= to.room) {
    atomicExch(&b.words->lost, 1);
    return;
  }
  to.position[now][place] = b.position[now][i];
  to.velocity[place] = b.velocity[i];
  to.id[place] = b.id[i];
}

// atomicAdd returns the atom's place in its cell; the order is not the same in every run.
template <bool arrivals, typename Real>
__global__ void count_kernel(Bricks<Real> b, int now, const int* wanted) {
  if (*wanted == 0) return;
  const int first = arrivals ? b.words->atoms : 0, end = arrivals ? b.with_arrivals() : b.words->atoms;
  const int i = first + blockIdx.x * block_size + threadIdx.x;
  if (i >= end) return;
  const Vec4<Real> p = b.positions(now)[i];
  const int x_of_box = cell_of(wrapped(p.x, b.side_x), b.per_x, b.sizes.columns_x), x = x_of_box - b.sizes.first_x;
  if (x < 0 || x >= b.sizes.slab_x) {
    b.cell[i] = elsewhere;
    hand_over(b, now, i, x_of_box);
    return;
  }
  const int y = cell_of(wrapped(p.y, b.side_y), b.per_y, b.sizes.columns_y);
  const int z = cell_of(wrapped(p.z, b.side_z), b.per_z, b.sizes.slices);
  const int cell = (x * b.sizes.columns_y + y) * b.sizes.slices + z;
  b.cell[i] = cell;
  b.rank[i] = atomicAdd(&b.count[cell], 1);
}

}  // namespace

template <typename Real>
void find_cells(const Bricks<Real>& b, int now, const int* wanted, cudaStream_t stream) {
  count_kernel<false><<<blocks_for(b.sizes.atoms, block_size), block_size, 0, stream>>>(b, now, wanted);
  check(cudaGetLastError());
}

template <typename Real>
void find_cells_of_arrivals(const Bricks<Real>& b, int now, const int* wanted, cudaStream_t stream) {
  count_kernel<true><<<blocks_for(b.sizes.atoms, block_size), block_size, 0, stream>>>(b, now, wanted);
  check(cudaGetLastError());
}

#define INSTANTIATE(Real)                                                       \
  template void find_cells(const Bricks<Real>&, int, const int*, cudaStream_t); \
  template void find_cells_of_arrivals(const Bricks<Real>&, int, const int*, cudaStream_t);
INSTANTIATE(float)
INSTANTIATE(double)
#undef INSTANTIATE

}  // namespace ljmd
