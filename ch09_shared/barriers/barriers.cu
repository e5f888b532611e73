// The same 1024 threads on a multiprocessor, as one block or as several. At a barrier the warps of a block wait for the
// slowest of them. If other blocks are on the multiprocessor, their warps use the time.
#include "ch09_shared/barriers/barriers.h"

#include <algorithm>

#include "common/check.h"

namespace barriers {
namespace {

// The two arrays are used in turns, so that a number which is still to be read is not overwritten before the next
// barrier.
__global__ void block_barrier_kernel(unsigned* y, int rounds, Steps steps) {
  extern __shared__ unsigned numbers[];
  const unsigned t = threadIdx.x, i = blockIdx.x * blockDim.x + t;

  unsigned x = i + 1;
  for (int round = 0; round < rounds; ++round) {
    for (int k = steps_of(steps, i / warp_size, round); k > 0; --k) x = next(x);

    unsigned* const now = numbers + round % 2 * blockDim.x;
    now[t] = x;
    __syncthreads();
    x = now[t ^ 1] + i;
  }
  y[i] = x;
}

// Half, a quarter or an eighth of the multiprocessor's shared memory for a block, less what is reserved. So no more
// than 2, 4 or 8 blocks fit; one block alone gets as much as a block may have.
template <typename Kernel>
int shared_memory_for(Kernel kernel, int threads) {
  int device = 0, all = 0, reserved = 0, most = 0;
  check(cudaGetDevice(&device));
  check(cudaDeviceGetAttribute(&all, cudaDevAttrMaxSharedMemoryPerMultiprocessor, device));
  check(cudaDeviceGetAttribute(&reserved, cudaDevAttrReservedSharedMemoryPerBlock, device));
  check(cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, device));
  const int bytes = std::min(all / (group / threads) - reserved, most) / 1024 * 1024;
  check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
  return bytes;
}

// ---- Rungs 1 to 4. The threads of a group are one block, or 2, 4 or 8 of them.
template <int threads>
void block_barrier(unsigned* y, int groups, int rounds, Steps steps) {
  const int bytes = shared_memory_for(block_barrier_kernel, threads);
  block_barrier_kernel<<<groups*(group / threads), threads, bytes>>>(y, rounds, steps);
  check(cudaGetLastError());
}

template <int threads>
int resident_block_barrier() {
  const int bytes = shared_memory_for(block_barrier_kernel, threads);
  int blocks = 0;
  check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, block_barrier_kernel, threads, bytes));
  return blocks;
}

// ---- Rung 5. Same as rung 1, except that a warp waits for its own threads alone. That is enough, because the
// neighbour is in the same warp.
__global__ void warp_barrier_kernel(unsigned* y, int rounds, Steps steps) {
  extern __shared__ unsigned numbers[];
  const unsigned t = threadIdx.x, i = blockIdx.x * blockDim.x + t;

  unsigned x = i + 1;
  for (int round = 0; round < rounds; ++round) {
    for (int k = steps_of(steps, i / warp_size, round); k > 0; --k) x = next(x);

    unsigned* const now = numbers + round % 2 * blockDim.x;
    now[t] = x;
    __syncwarp();
    x = now[t ^ 1] + i;
  }
  y[i] = x;
}

void warp_barrier(unsigned* y, int groups, int rounds, Steps steps) {
  const int bytes = shared_memory_for(warp_barrier_kernel, group);
  warp_barrier_kernel<<<groups, group, bytes>>>(y, rounds, steps);
  check(cudaGetLastError());
}

int resident_warp_barrier() {
  const int bytes = shared_memory_for(warp_barrier_kernel, group);
  int blocks = 0;
  check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, warp_barrier_kernel, group, bytes));
  return blocks;
}

}  // namespace

std::span<const Rung> ladder() {
  static constexpr Rung rungs[] = {
      {"one_of_1024", 1024, block_barrier<1024>, resident_block_barrier<1024>},
      {"two_of_512", 512, block_barrier<512>, resident_block_barrier<512>},
      {"four_of_256", 256, block_barrier<256>, resident_block_barrier<256>},
      {"eight_of_128", 128, block_barrier<128>, resident_block_barrier<128>},
      {"warp_barrier", 1024, warp_barrier, resident_warp_barrier},  // one block, whose warps do not wait for each other
  };
  return rungs;
}

}  // namespace barriers
