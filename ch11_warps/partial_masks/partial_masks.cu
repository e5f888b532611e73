// A warp function waits for the lanes that its mask names, and each of them must make the call with the same mask. So a
// mask is decided before the branch, by all lanes. In the branch it is too late to ask who is there.
#include "ch11_warps/partial_masks/partial_masks.h"

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

#include "common/warp.cuh"

namespace cg = cooperative_groups;

namespace partial_masks {
namespace {

constexpr int block_size = 256;

// Lanes past the end have a value that does not count. They must not return early: the masks below name them.
__device__ int value_of(const int* x, std::size_t n, std::size_t i) {
  return i < n ? x[i] : 0;
}

__device__ std::size_t thread_number() {
  return std::size_t{blockIdx.x} * block_size + threadIdx.x;
}

using Kernel = void (*)(const int* x, std::size_t n, int* sums);

template <Kernel kernel>
void launch(const int* x, std::size_t n, int* sums) {
  if (n == 0) return;
  kernel<<<blocks_for(n, block_size), block_size>>>(x, n, sums);
  check(cudaGetLastError());
}

// ---- Rung 1. All lanes call with the mask of all. A lane that is left out takes part with a value that changes
// nothing.
__global__ void all_with_zeros_kernel(const int* x, std::size_t n, int* sums) {
  const std::size_t i = thread_number();
  const int value = value_of(x, n, i);
  int sum = value > 0 ? value : 0;
  for (int distance = warp_size / 2; distance > 0; distance /= 2) sum += __shfl_down_sync(all_lanes, sum, distance);
  if (lane_index() == 0 && i < n) sums[i / warp_size] = sum;
}

// ---- Rung 2. Only the lanes that take part call. All lanes find the mask together, by a ballot, before the branch. In
// it the sources are the lanes of the mask, one after the other: a lane that the mask leaves out has no value to read.
__global__ void ballot_kernel(const int* x, std::size_t n, int* sums) {
  const std::size_t i = thread_number();
  const int value = value_of(x, n, i);
  const unsigned mask = __ballot_sync(all_lanes, value > 0);
  if (value > 0) {
    int sum = 0;
    for (unsigned left = mask; left != 0; left &= left - 1) sum += __shfl_sync(mask, value, __ffs(left) - 1);
    if (lane_index() == __ffs(mask) - 1) sums[i / warp_size] = sum;
  } else if (mask == 0 && lane_index() == 0 && i < n) {
    sums[i / warp_size] = 0;
  }
}

// ---- Rung 3. Same, except that one instruction adds what the lanes of the mask have.
__global__ void reduce_kernel(const int* x, std::size_t n, int* sums) {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
  const std::size_t i = thread_number();
  const int value = value_of(x, n, i);
  const unsigned mask = __ballot_sync(all_lanes, value > 0);
  if (value > 0) {
    const int sum = __reduce_add_sync(mask, value);
    if (lane_index() == __ffs(mask) - 1) sums[i / warp_size] = sum;
  } else if (mask == 0 && lane_index() == 0 && i < n) {
    sums[i / warp_size] = 0;
  }
#else
  __trap();
#endif
}

// ---- Rung 4. Same, except that a group takes the place of the mask. All lanes divide the warp into two groups by the
// condition; a lane then knows its group, and may use it in the branch.
__global__ void partition_kernel(const int* x, std::size_t n, int* sums) {
  const std::size_t i = thread_number();
  const int value = value_of(x, n, i);
  const auto warp = cg::tiled_partition<warp_size>(cg::this_thread_block());
  const cg::coalesced_group alike = cg::binary_partition(warp, value > 0);
  if (value > 0) {
    const int sum = cg::reduce(alike, value, cg::plus<int>());
    if (alike.thread_rank() == 0) sums[i / warp_size] = sum;
  } else if (alike.size() == warp_size && lane_index() == 0 && i < n) {
    sums[i / warp_size] = 0;
  }
}

}  // namespace

std::span<const Rung> ladder() {
  static constexpr Rung rungs[] = {
      {"all_with_zeros", launch<all_with_zeros_kernel>},
      {"ballot", launch<ballot_kernel>},
      {"reduce", launch<reduce_kernel>, {.compute_capability = 80}},
      {"partition", launch<partition_kernel>},
  };
  return rungs;
}

}  // namespace partial_masks
