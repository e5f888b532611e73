// Sorts a slab's atoms by cell, in time proportional to their number: count, scan, place. Outside of a batch
// of steps the kernels are launched after each step and return at once unless an atom has moved too far: the device
// decides, and the host need not know.
#include "ch21_molecular_dynamics/bricks/bricks.h"
#include "ch21_molecular_dynamics/model/pair.h"
#include "common/check.h"
#include "common/warp.cuh"

namespace ljmd {

namespace {

constexpr int block_size = 256;
constexpr int scan_size = 1024, cells_per_thread = 8;
constexpr int warps_of_brick = brick_size / warp_size;

// The sum of the values of the warps before this one; sets total to the sum of the whole block. mine: the warp's value,
// in its last lane.
__device__ int sum_of_warps_before(int mine, int& total) {
  __shared__ int of_warp[scan_size / 32];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  if (lane == 31) of_warp[warp] = mine;
  __syncthreads();
  int before = 0;
  total = 0;
  for (int w = 0; w < scan_size / 32; ++w) {
    if (w < warp) before += of_warp[w];
    total += of_warp[w];
  }
  __syncthreads();  // of_warp may be written again
  return before;
}

// Where each cell starts. A warp has a run of cells, and in each turn its lanes have 32 cells in a row, so that they
// read and write whole sectors.
template <typename Real>
__device__ void find_starts(const Bricks<Real>& b) {
  constexpr int of_a_warp = 32 * cells_per_thread;
  const int cells = b.sizes.cells, lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  int before = 0, total = 0;
  for (int tile = 0; tile < cells; tile += scan_size * cells_per_thread) {
    const int first = tile + warp * of_a_warp + lane;
    int start[cells_per_thread], atoms = 0;  // in the warp's run
#pragma unroll
    for (int k = 0; k < cells_per_thread; ++k) {
      const int cell = first + 32 * k, count = cell < cells ? b.count[cell] : 0, sum = scan_warp(count);
      start[k] = atoms + sum - count;
      atoms += __shfl_sync(0xFFFFFFFF, sum, 31);
    }
    const int start_of_run = before + sum_of_warps_before(atoms, total);
#pragma unroll
    for (int k = 0; k < cells_per_thread; ++k)
      if (const int cell = first + 32 * k; cell < cells) b.start[cell] = start_of_run + start[k];
    before += total;
  }
  if (threadIdx.x == 0) b.start[cells] = before;
  __syncthreads();
}

// One block finds where each cell starts, then the bricks. A column is cut evenly into whole warps: its bricks differ
// by one warp at most, and only the last one has a warp with idle lanes.
template <typename Real>
__global__ void scan_kernel(Bricks<Real> b, const int* wanted) {
  if (*wanted == 0) return;
  find_starts(b);

  const int columns = b.sizes.columns, of_side = b.sizes.ghost_x * b.sizes.columns_y;
  int bricks = 0, total = 0;
  for (int first = 0; first <= columns; first += scan_size) {  // there is an empty column behind the last one
    const int column = first + threadIdx.x;
    int begin = 0, atoms = 0;
    if (column < columns) {
      begin = b.start[column * b.sizes.slices];
      atoms = b.start[(column + 1) * b.sizes.slices] - begin;
    }
    const int border = (column < of_side ? left_border : 0) | (column >= columns - of_side ? right_border : 0);
    const int warps = (atoms + warp_size - 1) / warp_size, parts = (warps + warps_of_brick - 1) / warps_of_brick;
    const int sum = scan_warp(parts), first_brick = bricks + sum_of_warps_before(sum, total) + sum - parts;
    for (int k = 0; k < parts; ++k) {
      const int from = static_cast<int>(static_cast<long long>(warps) * k / parts) * warp_size;
      const int to = static_cast<int>(static_cast<long long>(warps) * (k + 1) / parts) * warp_size;
      b.brick[first_brick + k] = {begin + from, static_cast<std::int16_t>(min(to, atoms) - from),
                                  static_cast<std::int16_t>(border)};
    }
    if (column == of_side) b.words->left_bricks = first_brick;
    if (column == columns - of_side) b.words->right_brick = first_brick;
    if (column == columns) b.words->bricks = first_brick;
    bricks += total;
  }
  if (threadIdx.x == 0) ++b.words->rebuilds;
}

template <typename Real>
__global__ void place_kernel(Bricks<Real> b, const int* wanted) {
  const int i = blockIdx.x * block_size + threadIdx.x;
  if (*wanted == 0 || i >= b.with_arrivals() || b.cell[i] == elsewhere) return;
  b.order[b.start[b.cell[i]] + b.rank[i]] = i;
}

// A number that looks random; no other id has the same. Source: "lowbias32", Chris Wellons, Prospecting for hash
// functions, 2018.
__device__ unsigned scrambled(int id) {
  unsigned x = id;
  x = (x ^ x >> 16) * 0x7FEB352D;
  x = (x ^ x >> 15) * 0x846CA68B;
  return x ^ x >> 16;
}

// Within a cell atoms are sorted by a function of id, because the order in which threads arrived differs: sums are then
// added in the same order in every run. The function scrambles: in the order of a crystal, atoms at equal distances
// would get places of one class (brick_entries.cuh). A cell has few atoms, so each thread counts those before its own.
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
  const unsigned number = scrambled(id);
  int sorted = start;
  for (int q = start; q < b.start[cell + 1]; ++q) sorted += scrambled(b.id[b.order[q]]) < number;
  const Vec4<Real> p = b.positions(now)[i];
  b.positions(1 - now)[sorted] = {wrapped(p.x, b.side_x), wrapped(p.y, b.side_y), wrapped(p.z, b.side_z), 0};
  b.sorted_velocity[sorted] = b.velocity[i];
  b.sorted_id[sorted] = id;
  if (place == start) b.count[cell] = 0;  // ready for the next sort
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
