// Compaction: the place of a kept element is the number of kept elements before it, so a scan gives all places.
#include "ch15_patterns/compaction/compaction.h"

#include "ch15_patterns/scans/three_phase_scan.cuh"
#include "common/check.h"
#include "common/warp.cuh"

namespace compaction {

constexpr int block_size = 256;
constexpr int warps = block_size / 32;
constexpr int rows = 16;  // of 32 elements: the part of a warp in the rung ballots
constexpr int tile = warps * rows * 32;

// The positions of n elements and the count behind them (ballots keeps the count of a tile even if n is 0), then what
// scanning them needs.
std::size_t scratch_size(std::size_t n) {
  return n + 2 + scan::three_phase_scratch_size(n + 1);
}

namespace {

template <typename Real>
__device__ bool keep(Real v) {
  return v > 0;
}

// 1 for an element that is kept, 0 for others. One extra flag, after the last element: its scan is the count.
template <typename Real>
__global__ void mark_kernel(const Real* x, std::size_t* flags, std::size_t n) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  if (i <= n) flags[i] = i < n && keep(x[i]);
}

template <typename Real>
void find_positions(const Real* x, std::size_t* count, std::size_t n, std::size_t* scratch) {
  mark_kernel<<<blocks_for(n + 1, block_size), block_size>>>(x, scratch, n);
  check(cudaGetLastError());
  scan::three_phase(scratch, scratch, n + 1, scan::Kind::exclusive, scratch + n + 1);
  check(cudaMemcpyAsync(count, scratch + n, sizeof *count, cudaMemcpyDeviceToDevice));
}

// ---- Rung 1. Three simple steps; but 8 bytes of position move through memory five times for every 4 bytes of
// data.
template <typename Real>
__global__ void positions_kernel(const Real* x, const std::size_t* position, Real* kept, std::size_t n) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  if (i < n && keep(x[i])) kept[position[i]] = x[i];
}

template <typename Real>
void positions(const Real* x, Real* kept, std::size_t* count, std::size_t n, std::size_t* scratch) {
  find_positions(x, count, n, scratch);
  positions_kernel<<<blocks_for(n, block_size), block_size>>>(x, scratch, kept, n);
  check(cudaGetLastError());
}

// The flags are not stored: an element was kept if the next position is one larger.
template <typename Real>
__global__ void unpack_kernel(const Real* kept, const std::size_t* position, Real* y, std::size_t n, Real fill) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  if (i < n) y[i] = position[i + 1] > position[i] ? kept[position[i]] : fill;
}

// ---- Rung 2. No position is stored: a block counts the elements that it keeps, only the counts are scanned, and on a
// second read of x each warp ranks its elements by ballots. A ballot is 32 flags in one register.
template <typename Real>
__global__ void count_kernel(const Real* x, std::size_t* counts, std::size_t n) {
  const std::size_t first = std::size_t{blockIdx.x} * tile + threadIdx.x;
  int kept = 0;
  for (int r = 0; r < rows; ++r) {
    const std::size_t i = first + r * block_size;
    kept += __syncthreads_count(i < n && keep(x[i]));
  }
  if (threadIdx.x == 0) counts[blockIdx.x] = kept;
  if (threadIdx.x == 0 && blockIdx.x == 0) counts[gridDim.x] = 0;  // its scan is the count of all
}

template <typename Real>
__global__ void ballots_kernel(const Real* x, const std::size_t* before, Real* kept, std::size_t n) {
  __shared__ int warp_count[warps];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const std::size_t first = std::size_t{blockIdx.x} * tile + warp * rows * 32 + lane;
  Real mine[rows];
  unsigned flags[rows];
  int count = 0;
  for (int r = 0; r < rows; ++r) {
    const std::size_t i = first + r * 32;
    mine[r] = i < n ? x[i] : Real{0};
    flags[r] = __ballot_sync(all_lanes, keep(mine[r]));
    count += __popc(flags[r]);
  }
  if (lane == 0) warp_count[warp] = count;
  __syncthreads();

  Real* to = kept + before[blockIdx.x];
  for (int w = 0; w < warp; ++w) to += warp_count[w];
  for (int r = 0; r < rows; ++r) {
    const int rank = __popc(flags[r] & ((1u << lane) - 1));  // kept ones in lower lanes
    if (keep(mine[r])) to[rank] = mine[r];
    to += __popc(flags[r]);
  }
}

template <typename Real>
void ballots(const Real* x, Real* kept, std::size_t* count, std::size_t n, std::size_t* scratch) {
  const int tiles = blocks_for(n, tile);
  count_kernel<<<tiles, block_size>>>(x, scratch, n);
  check(cudaGetLastError());
  scan::three_phase(scratch, scratch, tiles + 1, scan::Kind::exclusive, scratch + tiles + 1);
  ballots_kernel<<<tiles, block_size>>>(x, scratch, kept, n);
  check(cudaGetLastError());
  check(cudaMemcpyAsync(count, scratch + tiles, sizeof *count, cudaMemcpyDeviceToDevice));
}

}  // namespace

template <typename Real>
void unpack(const Real* kept, const std::size_t* scratch, Real* y, std::size_t n, Real fill) {
  unpack_kernel<<<blocks_for(n, block_size), block_size>>>(kept, scratch, y, n, fill);
  check(cudaGetLastError());
}

// Of the i elements before element i, position[i] are kept and the others are not: one scan serves both sides.
template <typename Real>
__global__ void split_kernel(const Real* x, const std::size_t* position, Real* y, std::size_t n) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  if (i < n) y[keep(x[i]) ? position[i] : position[n] + i - position[i]] = x[i];
}

template <typename Real>
void split(const Real* x, Real* y, std::size_t* count, std::size_t n, std::size_t* scratch) {
  find_positions(x, count, n, scratch);
  split_kernel<<<blocks_for(n, block_size), block_size>>>(x, scratch, y, n);
  check(cudaGetLastError());
}

template <typename Real>
std::span<const Rung<Real>> ladder() {
  static constexpr Rung<Real> rungs[] = {
      {"positions", positions<Real>},  // test, scan, scatter
      {"ballots", ballots<Real>},      // count, scan, scatter
  };
  return rungs;
}
template std::span<const Rung<float>> ladder();
template std::span<const Rung<double>> ladder();
template void unpack(const float*, const std::size_t*, float*, std::size_t, float);
template void split(const float*, float*, std::size_t*, std::size_t, std::size_t*);
template void unpack(const double*, const std::size_t*, double*, std::size_t, double);
template void split(const double*, double*, std::size_t*, std::size_t, std::size_t*);

}  // namespace compaction
