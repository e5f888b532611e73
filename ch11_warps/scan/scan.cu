// Scan: in steps over the whole array, in trees of a block, in registers of a warp.
//
// Every element depends on all before it, yet blocks cannot wait for each other. So the work is cut at launches: tiles
// are scanned by themselves, then the tiles' totals, then every tile adds what lies before it.
#include "ch11_warps/scan/scan.h"

#include <bit>
#include <utility>

#include "common/check.h"
#include "common/launch.h"

namespace scan {

constexpr int block_size = 256;
constexpr int warps = block_size / 32;
constexpr int tree = 2 * block_size;  // elements that a block of the tree rungs scans
constexpr int items = 16;             // elements of a thread of three_phase
constexpr int tile = block_size * items;

// naive copies the array once; the tree rungs keep n / 512 totals, 512 times fewer of those totals, and so on: one more
// a level for the tile that is not full.
std::size_t scratch_size(std::size_t n) {
  return n + 8;
}

// ---- Rung 1. After the step with distance d every element holds the sum of the 2d elements that end in it: simple,
// but log2(n) times through memory and n log2(n) additions, where a loop on a CPU needs n.
template <typename T>
__global__ void naive_kernel(const T* in, std::size_t n, std::size_t distance, T* out) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  if (i < n) out[i] = i < distance ? in[i] : in[i - distance] + in[i];
}

// An exclusive scan is an inclusive one of the elements moved up by one place.
template <typename T>
__global__ void naive_start_kernel(const T* x, std::size_t n, Kind kind, T* out) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  if (i < n) out[i] = kind == Kind::inclusive ? x[i] : i > 0 ? x[i - 1] : T{0};
}

template <typename T>
void naive(const T* x, std::size_t n, Kind kind, T* y, T* scratch) {
  if (n == 0) return;
  const int blocks = blocks_for(n, block_size);
  T *from = y, *to = scratch;
  if (std::bit_width(n - 1) % 2 != 0) std::swap(from, to);  // the last step has to write y
  naive_start_kernel<<<blocks, block_size>>>(x, n, kind, from);
  for (std::size_t distance = 1; distance < n; distance *= 2) {
    naive_kernel<<<blocks, block_size>>>(from, n, distance, to);
    std::swap(from, to);
  }
  check(cudaGetLastError());
}

// Where element i of a tree lies in shared memory. The nodes of a level are 2, 4, 8, ... words apart and meet in fewer
// and fewer banks; a free word after every 32 spreads them.
template <bool padded>
__device__ int place(int i) {
  return padded ? i + i / 32 : i;
}

// ---- Rung 2. Blelloch's tree: up, nodes become sums of all below them; down, they become the sum of all before them.
// About 2n additions. The block leaves its total for the next level.
template <bool padded, typename T>
__global__ void tree_kernel(const T* x, std::size_t n, Kind kind, T* y, T* totals) {
  __shared__ T sum[tree + tree / 32];
  const int t = threadIdx.x;
  const std::size_t first = std::size_t{blockIdx.x} * tree;

  for (int i = t; i < tree; i += block_size) sum[place<padded>(i)] = first + i < n ? x[first + i] : T{0};

  int stride = 1;
  for (int nodes = tree / 2; nodes > 0; nodes /= 2) {
    __syncthreads();
    if (t < nodes) sum[place<padded>(stride * (2 * t + 2) - 1)] += sum[place<padded>(stride * (2 * t + 1) - 1)];
    stride *= 2;
  }

  if (t == 0) {  // the thread that added up the root
    T& root = sum[place<padded>(tree - 1)];
    totals[blockIdx.x] = root;
    root = 0;
  }

  for (int nodes = 1; nodes < tree; nodes *= 2) {
    stride /= 2;
    __syncthreads();
    if (t < nodes) {
      T& left = sum[place<padded>(stride * (2 * t + 1) - 1)];
      T& right = sum[place<padded>(stride * (2 * t + 2) - 1)];
      const T before = right;
      right += left;
      left = before;
    }
  }
  __syncthreads();

  for (int i = t; i < tree && first + i < n; i += block_size) {
    const T before = sum[place<padded>(i)];
    y[first + i] = kind == Kind::inclusive ? before + x[first + i] : before;
  }
}

template <typename T>
__global__ void add_kernel(T* y, std::size_t n, const T* before) {
  const std::size_t first = std::size_t{blockIdx.x} * tree;
  for (int i = threadIdx.x; i < tree && first + i < n; i += block_size) y[first + i] += before[blockIdx.x];
}

// The totals are scanned by the same kernels, in place, until a single tree holds them.
template <bool padded, typename T>
void scan_trees(const T* x, std::size_t n, Kind kind, T* y, T* scratch) {
  if (n == 0) return;
  const int trees = blocks_for(n, tree);
  tree_kernel<padded><<<trees, block_size>>>(x, n, kind, y, scratch);
  if (trees > 1) {
    scan_trees<padded>(scratch, trees, Kind::exclusive, scratch, scratch + trees);
    add_kernel<<<trees, block_size>>>(y, n, scratch);
  }
  check(cudaGetLastError());
}

template <typename T>
void blelloch(const T* x, std::size_t n, Kind kind, T* y, T* scratch) {
  scan_trees<false>(x, n, kind, y, scratch);
}

// ---- Rung 3. Same tree, except that its nodes keep out of each other's banks.
template <typename T>
void conflict_free(const T* x, std::size_t n, Kind kind, T* y, T* scratch) {
  scan_trees<true>(x, n, kind, y, scratch);
}

// The inclusive scan over a warp, one value a lane: the naive way, but its five steps stay in registers.
template <typename T>
__device__ T scan_warp(T mine) {
  const int lane = threadIdx.x % 32;
  for (int distance = 1; distance < 32; distance *= 2) {
    const T left = __shfl_up_sync(0xffffffff, mine, distance);
    if (lane >= distance) mine += left;
  }
  return mine;
}

// Scans a tile, or the n elements that are left of it, and returns before plus their sum. A warp takes 512 consecutive
// elements, a row of 32 at a time. x and y may be the same. Every thread of the block must call it.
template <typename T>
__device__ T scan_tile(const T* x, std::size_t n, Kind kind, T before, T* y) {
  __shared__ T warp_sum[warps];
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const std::size_t first = warp * 32 * items + lane;
  T result[items], sum = 0;

  for (int r = 0; r < items; ++r) {
    const T mine = first + r * 32 < n ? x[first + r * 32] : T{0};
    const T inclusive = scan_warp(mine);
    const T left = __shfl_up_sync(0xffffffff, inclusive, 1);
    result[r] = sum + (kind == Kind::inclusive ? inclusive : lane > 0 ? left : T{0});
    sum += __shfl_sync(0xffffffff, inclusive, 31);
  }

  if (lane == 0) warp_sum[warp] = sum;
  __syncthreads();
  T all = before;
  for (unsigned w = 0; w < warps; ++w) {
    if (w == warp) before = all;
    all += warp_sum[w];
  }
  __syncthreads();  // the sums are read: the next call may overwrite them

  for (int r = 0; r < items; ++r)
    if (first + r * 32 < n) y[first + r * 32] = before + result[r];
  return all;
}

// ---- Rung 4. The first launch only adds up and writes next to nothing, so the array passes through memory three times
// instead of four; registers and shuffles take the place of trees and their barriers.
template <typename T>
__global__ void three_phase_sums_kernel(const T* x, std::size_t n, T* totals) {
  __shared__ T warp_sum[warps];
  const std::size_t first = std::size_t{blockIdx.x} * tile + threadIdx.x;
  T sum = 0;
  for (int r = 0; r < items; ++r)
    if (first + r * block_size < n) sum += x[first + r * block_size];

  for (int distance = 16; distance > 0; distance /= 2) sum += __shfl_down_sync(0xffffffff, sum, distance);
  if (threadIdx.x % 32 == 0) warp_sum[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x == 0) {
    for (int w = 1; w < warps; ++w) sum += warp_sum[w];
    totals[blockIdx.x] = sum;
  }
}

// One block: any number of totals, a tile of them after the other.
template <typename T>
__global__ void three_phase_totals_kernel(T* totals, std::size_t n) {
  T before = 0;
  for (std::size_t first = 0; first < n; first += tile)
    before = scan_tile(totals + first, n - first, Kind::exclusive, before, totals + first);
}

template <typename T>
__global__ void three_phase_kernel(const T* x, std::size_t n, Kind kind, const T* before, T* y) {
  const std::size_t first = std::size_t{blockIdx.x} * tile;
  scan_tile(x + first, n - first, kind, before[blockIdx.x], y + first);
}

template <typename T>
void three_phase(const T* x, std::size_t n, Kind kind, T* y, T* scratch) {
  if (n == 0) return;
  const int tiles = blocks_for(n, tile);
  three_phase_sums_kernel<<<tiles, block_size>>>(x, n, scratch);
  three_phase_totals_kernel<<<1, block_size>>>(scratch, tiles);
  three_phase_kernel<<<tiles, block_size>>>(x, n, kind, scratch, y);
  check(cudaGetLastError());
}

template void naive(const unsigned*, std::size_t, Kind, unsigned*, unsigned*);
template void naive(const float*, std::size_t, Kind, float*, float*);
template void naive(const double*, std::size_t, Kind, double*, double*);
template void blelloch(const unsigned*, std::size_t, Kind, unsigned*, unsigned*);
template void blelloch(const float*, std::size_t, Kind, float*, float*);
template void blelloch(const double*, std::size_t, Kind, double*, double*);
template void conflict_free(const unsigned*, std::size_t, Kind, unsigned*, unsigned*);
template void conflict_free(const float*, std::size_t, Kind, float*, float*);
template void conflict_free(const double*, std::size_t, Kind, double*, double*);
template void three_phase(const unsigned*, std::size_t, Kind, unsigned*, unsigned*);
template void three_phase(const float*, std::size_t, Kind, float*, float*);
template void three_phase(const double*, std::size_t, Kind, double*, double*);
template void three_phase(const std::size_t*, std::size_t, Kind, std::size_t*,
                          std::size_t*);  // for ch11_warps/compaction

}  // namespace scan
