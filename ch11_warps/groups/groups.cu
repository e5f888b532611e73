// A group is an object that knows its threads: their number, the calling thread's rank, and collective operations.
// Parts of a warp then need no masks. All kernels here work within a warp, without shared memory and block barriers.
#include "ch11_warps/groups/groups.h"

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

#include "common/check.h"

namespace groups {
namespace {

namespace cg = cooperative_groups;

constexpr int block_size = 256;  // whole warps: all lanes of every group exist

__device__ std::size_t thread_number() {
  return std::size_t{blockIdx.x} * block_size + threadIdx.x;
}

// ---- 1. Equal parts: neighbours in tiles of 8. The size is a constant, so the compiler can choose the shuffles. Every
// thread of a tile gets the sum of its values.
__global__ void tile_sum_kernel(const int* x, int* result, std::size_t n) {
  const std::size_t i = thread_number();
  const auto tile = cg::tiled_partition<tile_size>(cg::this_thread_block());
  const int sum = cg::reduce(tile, i < n ? x[i] : 0, cg::plus<int>());
  if (i < n) result[i] = sum;
}

// ---- 2. Same, except that each thread gets the sum up to its own value.
__global__ void tile_scan_kernel(const int* x, int* result, std::size_t n) {
  const std::size_t i = thread_number();
  const auto tile = cg::tiled_partition<tile_size>(cg::this_thread_block());
  const int sum = cg::inclusive_scan(tile, i < n ? x[i] : 0, cg::plus<int>());
  if (i < n) result[i] = sum;
}

// ---- 3. Same, except that the thread's own value is excluded: the place where its part of an array would begin.
__global__ void tile_scan_before_kernel(const int* x, int* result, std::size_t n) {
  const std::size_t i = thread_number();
  const auto tile = cg::tiled_partition<tile_size>(cg::this_thread_block());
  const int sum = cg::exclusive_scan(tile, i < n ? x[i] : 0, cg::plus<int>());
  if (i < n) result[i] = sum;
}

// ---- 4. Same as 1, except that a condition forms the parts: the warp's odd values, and its even ones. Their number is
// known only at run time.
__global__ void parity_sum_kernel(const int* x, int* result, std::size_t n) {
  const std::size_t i = thread_number();
  const auto warp = cg::tiled_partition<warp_size>(cg::this_thread_block());
  const int mine = i < n ? x[i] : 0;
  const cg::coalesced_group alike = cg::binary_partition(warp, mine % 2 != 0);
  const int sum = cg::reduce(alike, mine, cg::plus<int>());
  if (i < n) result[i] = sum;
}

// ---- 5. Same, except for the result: the rank within the part. With it the odd values, and the even ones, could be
// written next to each other.
__global__ void parity_rank_kernel(const int* x, int* result, std::size_t n) {
  const std::size_t i = thread_number();
  const auto warp = cg::tiled_partition<warp_size>(cg::this_thread_block());
  const int mine = i < n ? x[i] : 0;
  const cg::coalesced_group alike = cg::binary_partition(warp, mine % 2 != 0);
  if (i < n) result[i] = static_cast<int>(alike.thread_rank());
}

// ---- 6. Same, except that a label forms the parts: one part per value in the warp. The result is the number of lanes
// with this thread's value. One of them may add that number to the value's counter: a histogram with fewer atomics.
__global__ void label_size_kernel(const int* x, int* result, std::size_t n) {
  const std::size_t i = thread_number();
  const auto warp = cg::tiled_partition<warp_size>(cg::this_thread_block());
  const int mine = i < n ? x[i] : 0;
  const cg::coalesced_group equal = cg::labeled_partition(warp, mine);
  if (i < n) result[i] = static_cast<int>(equal.size());
}

// ---- 7. Tiles of tiles: a tile of 16 is divided into tiles of 4, and each thread belongs to one of either size. It
// gets the sum of its own 4 and of those before it in the 16. The small tile adds by itself; the large one passes the
// four sums on. meta_group_rank is the number of a small tile within the large one.
__global__ void nested_tiles_kernel(const int* x, int* result, std::size_t n) {
  const std::size_t i = thread_number();
  const auto large = cg::tiled_partition<large_tile>(cg::this_thread_block());
  const auto small = cg::tiled_partition<small_tile>(large);
  const int own = cg::reduce(small, i < n ? x[i] : 0, cg::plus<int>());
  int sum = 0;
  for (unsigned k = 0; k < large_tile / small_tile; ++k) {
    const int of_tile = large.shfl(own, k * small_tile);  // every thread of the large tile makes this call
    if (k <= small.meta_group_rank()) sum += of_tile;
  }
  if (i < n) result[i] = sum;
}

// The launcher of every kernel.
template <void (*kernel)(const int*, int*, std::size_t)>
void launch(const int* x, int* result, std::size_t n) {
  kernel<<<blocks_for(n, block_size), block_size>>>(x, result, n);
  check(cudaGetLastError());
}

// ---- The same on the host.
int sum_of(const std::vector<int>& part, int count) {
  int sum = 0;
  for (int k = 0; k < count; ++k) sum += part[k];
  return sum;
}

int sum_of_all(const std::vector<int>& part, int) {
  return sum_of(part, static_cast<int>(part.size()));
}
int sum_up_to(const std::vector<int>& part, int rank) {
  return sum_of(part, rank + 1);
}
int rank_of(const std::vector<int>&, int rank) {
  return rank;
}
int size_of(const std::vector<int>& part, int) {
  return static_cast<int>(part.size());
}
int sum_up_to_tile(const std::vector<int>& part, int rank) {
  return sum_of(part, (rank / small_tile + 1) * small_tile);
}

}  // namespace

std::span<const Rung> ladder() {
  static constexpr Rung rungs[] = {
      {"tile_sum", "reduce in tiles of 8", launch<tile_sum_kernel>, by_rank, sum_of_all},
      {"tile_scan", "inclusive_scan in tiles of 8", launch<tile_scan_kernel>, by_rank, sum_up_to},
      {"tile_scan_before", "exclusive_scan in tiles of 8", launch<tile_scan_before_kernel>, by_rank, sum_of},
      {"parity_sum", "reduce over binary_partition", launch<parity_sum_kernel>, by_parity, sum_of_all},
      {"parity_rank", "rank in binary_partition", launch<parity_rank_kernel>, by_parity, rank_of},
      {"label_size", "size of labeled_partition", launch<label_size_kernel>, by_value, size_of},
      {"nested_tiles", "tiles of 4 in tiles of 16", launch<nested_tiles_kernel>, by_large_tile, sum_up_to_tile},
  };
  return rungs;
}

}  // namespace groups
