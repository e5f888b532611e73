// Sorting a slab's atoms by cell, in time proportional to their number: count, sum up, place. It is enqueued after each
// step and returns at once unless that step's atoms have moved too far: so the device decides, and the host need not
// know.
#include "ch21_molecular_dynamics/ljmd/bricks.h"
#include "ch21_molecular_dynamics/ljmd/pair.h"
#include "common/check.h"
#include "common/launch.h"

namespace ljmd {

namespace {

constexpr int block_size = 256;
constexpr int scan_size = 1024, cells_per_thread = 8;

// The sum of the block's values before this thread's; total becomes the sum of all.
__device__ int sum_before(int mine, int& total) {
  __shared__ int of_warp[scan_size / 32];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  int sum = mine;
  for (int distance = 1; distance < 32; distance *= 2) {
    const int left = __shfl_up_sync(0xFFFFFFFF, sum, distance);
    if (lane >= distance) sum += left;
  }
  if (lane == 31) of_warp[warp] = sum;
  __syncthreads();
  int before = 0;
  total = 0;
  for (int w = 0; w < scan_size / 32; ++w) {
    if (w < warp) before += of_warp[w];
    total += of_warp[w];
  }
  __syncthreads();  // of_warp is free again
  return before + sum - mine;
}

// One block: where each cell starts, then the bricks. A column is cut evenly: its bricks have the same number of atoms,
// or one more.
template <typename Real>
__global__ void scan_kernel(Bricks<Real> b, const int* wanted) {
  if (*wanted == 0) return;
  int before = 0, total = 0;
  for (int tile = 0; tile < b.sizes.cells; tile += scan_size * cells_per_thread) {
    const int first = tile + threadIdx.x * cells_per_thread, last = min(first + cells_per_thread, b.sizes.cells);
    int atoms = 0;
    for (int c = first; c < last; ++c) atoms += b.count[c];
    int start = before + sum_before(atoms, total);
    for (int c = first; c < last; ++c) {
      b.start[c] = start;
      start += b.count[c];
    }
    before += total;
  }
  if (threadIdx.x == 0) b.start[b.sizes.cells] = before;
  __syncthreads();

  int bricks = 0;
  for (int first = 0; first < b.sizes.columns; first += scan_size) {
    const int column = first + threadIdx.x;
    int begin = 0, atoms = 0;
    if (column < b.sizes.columns) {
      begin = b.start[column * b.sizes.slices];
      atoms = b.start[(column + 1) * b.sizes.slices] - begin;
    }
    const int parts = (atoms + brick_size - 1) / brick_size;
    const int first_brick = bricks + sum_before(parts, total);
    for (int k = 0; k < parts; ++k) {
      const int from = static_cast<int>(static_cast<long long>(atoms) * k / parts);
      const int to = static_cast<int>(static_cast<long long>(atoms) * (k + 1) / parts);
      b.brick[first_brick + k] = {begin + from, to - from};
    }
    bricks += total;
  }
  if (threadIdx.x == 0) {
    b.words->bricks = bricks;
    ++b.words->rebuilds;
  }
}

template <typename Real>
__global__ void place_kernel(Bricks<Real> b, const int* wanted) {
  const int i = blockIdx.x * block_size + threadIdx.x;
  if (*wanted == 0 || i >= b.with_arrivals() || b.cell[i] == elsewhere) return;
  b.order[b.start[b.cell[i]] + b.rank[i]] = i;
}

// Within a cell the atoms' numbers decide, not the order in which threads came: sums are then added up in the same
// order in every run. A cell holds a few atoms, so each counts those that stand before it.
template <typename Real>
__global__ void gather_kernel(Bricks<Real> b, int now, const int* wanted) {
  const int place = blockIdx.x * block_size + threadIdx.x;
  if (*wanted == 0) return;
  const int atoms = b.start[b.sizes.cells];
  if (place == 0) {
    b.words->atoms = atoms;
    b.words->arrived = 0;
  }
  if (place >= atoms) return;
  const int i = b.order[place], cell = b.cell[i], id = b.id[i], start = b.start[cell];
  int sorted = start;
  for (int q = start; q < b.start[cell + 1]; ++q) sorted += b.id[b.order[q]] < id;
  const Vec4<Real> p = b.position[now][i];
  b.position[1 - now][sorted] = {wrapped(p.x, b.side_x), wrapped(p.y, b.side_y), wrapped(p.z, b.side_z), 0};
  b.sorted_velocity[sorted] = b.velocity[i];
  b.sorted_id[sorted] = id;
  if (place == start) b.count[cell] = 0;  // ready for the next time
}

}  // namespace

template <typename Real>
void sort_into_bricks(const Bricks<Real>& b, int now, const int* wanted, cudaStream_t stream) {
  const int blocks = blocks_for(b.sizes.atoms, block_size);
  scan_kernel<<<1, scan_size, 0, stream>>>(b, wanted);
  check(cudaGetLastError());
  place_kernel<<<blocks, block_size, 0, stream>>>(b, wanted);
  check(cudaGetLastError());
  gather_kernel<<<blocks, block_size, 0, stream>>>(b, now, wanted);
  check(cudaGetLastError());
}

template void sort_into_bricks(const Bricks<float>&, int, const int*, cudaStream_t);
template void sort_into_bricks(const Bricks<double>&, int, const int*, cudaStream_t);

}  // namespace ljmd
