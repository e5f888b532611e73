// Heat on a rod: each step needs the complete step before it, so all blocks must have finished that step. Blocks of an
// ordinary grid cannot wait for each other: blocks that have not started yet would never start.
#include "ch11_warps/grid_sync/grid_sync.h"

#include <cooperative_groups.h>

#include <algorithm>

#include "common/check.h"

namespace cg = cooperative_groups;

namespace grid_sync {
namespace {

constexpr int block_size = 256;

__device__ void step(const float* t, float* next, std::size_t n) {
  const std::size_t stride = std::size_t{gridDim.x} * block_size;
  for (std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x; i < n; i += stride)
    next[i] = i == 0 || i + 1 == n ? t[i] : fmaf(0.25f, t[i - 1] + t[i + 1], 0.5f * t[i]);
}

__global__ void copy_kernel(const float* from, float* to, std::size_t n) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  if (i < n) to[i] = from[i];
}

// ---- Rung 1. One launch per step: a launch begins when the one before has ended.
__global__ void spread_launches_kernel(const float* t, float* next, std::size_t n) {
  step(t, next, n);
}

void spread_launches(float* t, float* scratch, std::size_t n, int steps) {
  const int blocks = blocks_for(n, block_size);
  for (int s = 0; s < steps; ++s) {
    spread_launches_kernel<<<blocks, block_size>>>(s % 2 == 0 ? t : scratch, s % 2 == 0 ? scratch : t, n);
    check(cudaGetLastError());
  }
  if (steps % 2 == 1) {
    copy_kernel<<<blocks, block_size>>>(scratch, t, n);
    check(cudaGetLastError());
  }
}

// ---- Rung 2. One launch: the grid has only as many blocks as can be resident at once, so they can wait for each
// other. Every thread of the grid must reach each barrier.
__global__ void spread_grid_sync_kernel(float* t, float* scratch, std::size_t n, int steps) {
  const cg::grid_group grid = cg::this_grid();
  for (int s = 0; s < steps; ++s) {
    step(s % 2 == 0 ? t : scratch, s % 2 == 0 ? scratch : t, n);
    grid.sync();
  }
  if (steps % 2 == 0) return;
  const std::size_t stride = std::size_t{gridDim.x} * block_size;
  for (std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x; i < n; i += stride) t[i] = scratch[i];
}

void spread_grid_sync(float* t, float* scratch, std::size_t n, int steps) {
  int blocks_a_multiprocessor = 0;
  check(
      cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks_a_multiprocessor, spread_grid_sync_kernel, block_size, 0));
  const int blocks = std::min(blocks_for(n, block_size), blocks_a_multiprocessor * multiprocessors());
  void* arguments[] = {&t, &scratch, &n, &steps};
  check(cudaLaunchCooperativeKernel(spread_grid_sync_kernel, dim3(blocks), dim3(block_size), arguments, 0, nullptr));
}

}  // namespace

bool cooperative_launch_supported() {
  int device = 0, supported = 0;
  check(cudaGetDevice(&device));
  check(cudaDeviceGetAttribute(&supported, cudaDevAttrCooperativeLaunch, device));
  return supported != 0;
}

std::span<const Rung> ladder() {
  static constexpr Rung rungs[] = {
      {"launches", spread_launches},    // the end of a launch is the barrier
      {"grid_sync", spread_grid_sync},  // a cooperative launch, steps barriers
  };
  return rungs;
}

}  // namespace grid_sync
