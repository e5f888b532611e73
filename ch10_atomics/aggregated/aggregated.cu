// Every kept element needs a place, and atomicAdd assigns places. Reserving several places at once needs fewer
// atomics.
#include "ch10_atomics/aggregated/aggregated.h"

#include <cooperative_groups.h>

#include "common/check.h"

namespace aggregated {
namespace {

namespace cg = cooperative_groups;

constexpr int block_size = 256;

// ---- Rung 1. Every thread that keeps its element reserves its place.
__global__ void one_per_thread_kernel(const int* x, int* kept, int* count, std::size_t n, int limit) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  if (i < n && x[i] < limit) {
    const int place = atomicAdd(count, 1);
    kept[place] = x[i];
  }
}

void one_per_thread(const int* x, int* kept, int* count, std::size_t n, int limit) {
  one_per_thread_kernel<<<blocks_for(n, block_size), block_size>>>(x, kept, count, n, limit);
  check(cudaGetLastError());
}

// ---- Rung 2. Same, except that the lanes which take the branch together reserve together. One of them reserves as
// many places as there are lanes and broadcasts the first place; each lane adds its rank.
__global__ void one_per_warp_kernel(const int* x, int* kept, int* count, std::size_t n, int limit) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  if (i < n && x[i] < limit) {
    const cg::coalesced_group here = cg::coalesced_threads();
    int first = 0;
    if (here.thread_rank() == 0) first = atomicAdd(count, static_cast<int>(here.size()));
    const int place = here.shfl(first, 0) + static_cast<int>(here.thread_rank());
    kept[place] = x[i];
  }
}

void one_per_warp(const int* x, int* kept, int* count, std::size_t n, int limit) {
  one_per_warp_kernel<<<blocks_for(n, block_size), block_size>>>(x, kept, count, n, limit);
  check(cudaGetLastError());
}

// ---- Rung 3. Same as rung 1, except that threads add to a counter of their block, in shared memory, and the block
// then reserves places for all of them at once.
__global__ void one_per_block_kernel(const int* x, int* kept, int* count, std::size_t n, int limit) {
  __shared__ int in_block, first;
  if (threadIdx.x == 0) in_block = 0;
  __syncthreads();
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  const bool keeps = i < n && x[i] < limit;
  const int place = keeps ? atomicAdd(&in_block, 1) : 0;
  __syncthreads();
  if (threadIdx.x == 0) first = atomicAdd(count, in_block);
  __syncthreads();
  if (keeps) kept[first + place] = x[i];
}

void one_per_block(const int* x, int* kept, int* count, std::size_t n, int limit) {
  one_per_block_kernel<<<blocks_for(n, block_size), block_size>>>(x, kept, count, n, limit);
  check(cudaGetLastError());
}

}  // namespace

std::span<const Rung> ladder() {
  static constexpr Rung rungs[] = {
      {"one_per_thread", one_per_thread},
      {"one_per_warp", one_per_warp},
      {"one_per_block", one_per_block},
  };
  return rungs;
}

}  // namespace aggregated
