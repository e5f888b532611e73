// Segmented scan: one thread per segment, then steps over the whole array, then tiles in the registers of
// warps.
//
// A sum must not cross the head of a segment. So each sum has a flag: "there is a head among the added elements". Two
// neighbouring pairs of flag and sum combine to one: (f, a) + (g, b) = (f or g, b if g, else a + b). This is
// associative, so every scan of chapter 15 works with it. (Schwartz, 1980, "Ultracomputers"; Blelloch, 1990, "Prefix
// Sums and Their Applications".)
#include "ch15_patterns/segmented_scan/segmented_scan.h"

#include <utility>

#include "common/check.h"
#include "common/warp.cuh"

namespace segmented_scan {
namespace {

constexpr int block_size = 256;

// The result of a range of elements: the sum after the last head, and whether there is a head.
template <typename T>
struct Partial {
  T sum;
  unsigned head;
};

template <typename T>
__device__ Partial<T> joined(Partial<T> left, Partial<T> right) {
  return {right.head ? right.sum : left.sum + right.sum, left.head | right.head};
}

// ---- Rung 1. The thread of a head walks to the next head. The time depends on the longest segment: other threads are
// idle, and neighbouring threads read words that are a segment apart.
template <typename T>
__global__ void thread_per_segment_kernel(const T* x, const Flag* heads, T* y, std::size_t n) {
  std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  if (i >= n || (i > 0 && !heads[i])) return;
  T sum = 0;
  do {
    sum += x[i];
    y[i] = sum;
    ++i;
  } while (i < n && !heads[i]);
}

template <typename T>
void thread_per_segment(const T* x, const Flag* heads, T* y, std::size_t n, void*) {
  thread_per_segment_kernel<<<blocks_for(n, block_size), block_size>>>(x, heads, y, n);
  check(cudaGetLastError());
}

// ---- Rung 2. The steps of Hillis and Steele, with pairs: log2(n) passes through memory for any segments.
template <typename T>
__global__ void steps_start_kernel(const T* x, const Flag* heads, Partial<T>* out, std::size_t n) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  if (i < n) out[i] = {x[i], heads[i] != 0};
}

template <typename T>
__global__ void steps_kernel(const Partial<T>* in, Partial<T>* out, std::size_t n, std::size_t distance) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  if (i < n) out[i] = i < distance ? in[i] : joined(in[i - distance], in[i]);
}

template <typename T>
__global__ void steps_end_kernel(const Partial<T>* in, T* y, std::size_t n) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  if (i < n) y[i] = in[i].sum;
}

template <typename T>
void steps(const T* x, const Flag* heads, T* y, std::size_t n, void* scratch) {
  Partial<T>*from = static_cast<Partial<T>*>(scratch), *to = from + n;
  const int blocks = blocks_for(n, block_size);
  steps_start_kernel<<<blocks, block_size>>>(x, heads, from, n);
  for (std::size_t distance = 1; distance < n; distance *= 2) {
    steps_kernel<<<blocks, block_size>>>(from, to, n, distance);
    std::swap(from, to);
  }
  steps_end_kernel<<<blocks, block_size>>>(from, y, n);
  check(cudaGetLastError());
}

// ---- Tiles in the registers of warps, for rungs 3 and 4.

constexpr int warps = block_size / 32;
constexpr int rows = 16;                 // of 32 values that a warp scans one after the other
constexpr int tile = block_size * rows;  // values per block

// The inclusive scan of the pairs of a warp, by shuffles: five steps that pass flags as well as sums.
template <typename T>
__device__ Partial<T> scan_by_shuffles(Partial<T> mine) {
  for (int distance = 1; distance < 32; distance *= 2) {
    const Partial<T> left = {__shfl_up_sync(all_lanes, mine.sum, distance),
                             __shfl_up_sync(all_lanes, mine.head, distance)};
    if (lane_index() >= distance) mine = joined(left, mine);
  }
  return mine;
}

// The same, except that one ballot gives every lane the places of all heads. A lane adds the values between its own
// segment's head and itself: no flag is passed. (Sengupta, Harris and Garland, 2008, "Efficient Parallel Scan
// Algorithms for GPUs", pass the index of the head instead.)
template <typename T>
__device__ Partial<T> scan_by_ballot(Partial<T> mine) {
  const int lane = lane_index();
  const unsigned up_to_here = __ballot_sync(all_lanes, mine.head) & (lanes_before() | 1u << lane);
  const int first = up_to_here ? 31 - __clz(up_to_here) : 0;  // the lane of the last head, if there is one
  for (int distance = 1; distance < 32; distance *= 2) {
    const T left = __shfl_up_sync(all_lanes, mine.sum, distance);
    if (lane - distance >= first) mine.sum += left;
  }
  return {mine.sum, up_to_here != 0};
}

template <bool by_ballot, typename T>
__device__ Partial<T> scan_warp_of(Partial<T> mine) {
  return by_ballot ? scan_by_ballot(mine) : scan_by_shuffles(mine);
}

// Scans the block's tile, with before as the result of the elements before it; writes y unless it is null. Returns the
// pair of the tile and before.
template <bool by_ballot, typename T>
__device__ Partial<T> scan_tile(const T* x, const Flag* heads, T* y, std::size_t n, Partial<T> before) {
  __shared__ Partial<T> of_warp[warps];
  const int lane = lane_index(), warp = warp_index();
  const std::size_t first = std::size_t{blockIdx.x} * tile + warp * 32 * rows + lane;
  Partial<T> result[rows], all = {T{0}, 0};
  for (int r = 0; r < rows; ++r) {
    const std::size_t i = first + r * 32;
    const Partial<T> mine = i < n ? Partial<T>{x[i], heads[i] != 0} : Partial<T>{0, 0};
    result[r] = joined(all, scan_warp_of<by_ballot>(mine));
    all = {__shfl_sync(all_lanes, result[r].sum, 31), __shfl_sync(all_lanes, result[r].head, 31)};
  }
  if (lane == 0) of_warp[warp] = all;
  __syncthreads();

  Partial<T> behind = before;  // of the warps before this one, then of the whole tile
  for (int w = 0; w < warps; ++w) {
    if (w == warp) before = behind;
    behind = joined(behind, of_warp[w]);
  }
  for (int r = 0; y && r < rows; ++r)
    if (first + r * 32 < n) y[first + r * 32] = joined(before, result[r]).sum;
  return behind;
}

// ---- Rungs 3 and 4. As three_phase of the lesson scan: the pair of each tile, a scan of those pairs, and the tiles
// once more with the result before each. Rung 3 scans a warp's pairs by shuffles, rung 4 by a ballot; there is no other
// difference.
template <bool by_ballot, typename T>
__global__ void tile_pairs_kernel(const T* x, const Flag* heads, std::size_t n, Partial<T>* of_tile) {
  const Partial<T> all = scan_tile<by_ballot, T>(x, heads, nullptr, n, {0, 0});
  if (threadIdx.x == 0) of_tile[blockIdx.x] = all;
}

// One warp: afterwards of_tile[t] is the result of the tiles before tile t.
template <typename T>
__global__ void scan_pairs_kernel(Partial<T>* of_tile, std::size_t tiles) {
  Partial<T> before = {0, 0};
  for (std::size_t first = 0; first < tiles; first += 32) {
    const std::size_t t = first + lane_index();
    const Partial<T> up_to_here = joined(before, scan_by_shuffles(t < tiles ? of_tile[t] : Partial<T>{0, 0}));
    const Partial<T> left = {__shfl_up_sync(all_lanes, up_to_here.sum, 1),
                             __shfl_up_sync(all_lanes, up_to_here.head, 1)};
    if (t < tiles) of_tile[t] = lane_index() > 0 ? left : before;
    before = {__shfl_sync(all_lanes, up_to_here.sum, 31), __shfl_sync(all_lanes, up_to_here.head, 31)};
  }
}

template <bool by_ballot, typename T>
__global__ void tiles_kernel(const T* x, const Flag* heads, T* y, std::size_t n, const Partial<T>* before) {
  scan_tile<by_ballot>(x, heads, y, n, before[blockIdx.x]);
}

template <bool by_ballot, typename T>
void scan_tiles(const T* x, const Flag* heads, T* y, std::size_t n, void* scratch) {
  if (n == 0) return;
  Partial<T>* const of_tile = static_cast<Partial<T>*>(scratch);
  const int blocks = blocks_for(n, tile);
  tile_pairs_kernel<by_ballot><<<blocks, block_size>>>(x, heads, n, of_tile);
  scan_pairs_kernel<<<1, 32>>>(of_tile, blocks);
  tiles_kernel<by_ballot><<<blocks, block_size>>>(x, heads, y, n, of_tile);
  check(cudaGetLastError());
}

template <typename T>
void tiles(const T* x, const Flag* heads, T* y, std::size_t n, void* scratch) {
  scan_tiles<false>(x, heads, y, n, scratch);
}

template <typename T>
void ballot(const T* x, const Flag* heads, T* y, std::size_t n, void* scratch) {
  scan_tiles<true>(x, heads, y, n, scratch);
}

}  // namespace

// Two arrays of n pairs for the steps, which is more than the pairs of tiles need.
template <typename T>
std::size_t scratch_bytes(std::size_t n) {
  return (2 * n + 1) * sizeof(Partial<T>);
}

template <typename T>
std::span<const Rung<T>> ladder() {
  static constexpr Rung<T> rungs[] = {
      {"thread_per_segment", thread_per_segment<T>, one_by_one},
      {"steps", steps<T>, by_steps},    // flags move with the sums
      {"tiles", tiles<T>, by_tiles},    // warps, then totals of tiles
      {"ballot", ballot<T>, by_tiles},  // one ballot gives all flags
  };
  return rungs;
}
template std::span<const Rung<Word>> ladder();
template std::span<const Rung<float>> ladder();
template std::span<const Rung<double>> ladder();
template std::size_t scratch_bytes<Word>(std::size_t);
template std::size_t scratch_bytes<float>(std::size_t);
template std::size_t scratch_bytes<double>(std::size_t);

}  // namespace segmented_scan
