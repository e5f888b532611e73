// Divergence without an if: lanes that leave a loop after different numbers of turns.
#include "ch11_warps/divergence/divergence.h"
#include "common/check.h"

namespace divergence {

constexpr int block_size = 256;
constexpr int warp_size = 32;

// ---- A loop is a branch too. Here all lanes of a warp have the same number of turns.
__device__ float walk_turns(float v, int turns) {
#pragma unroll 1
  for (int s = 0; s < turns; ++s) v = fmaf(v, decay, gain);
  return v;
}

__global__ void loop_by_warp_kernel(const float* x, std::size_t n, float* y) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  if (i < n) y[i] = walk_turns(x[i], static_cast<int>(i / warp_size % warp_size + 1) * fewest_turns);
}

void loop_by_warp(const float* x, std::size_t n, float* y) {
  loop_by_warp_kernel<<<blocks_for(n, block_size), block_size>>>(x, n, y);
  check(cudaGetLastError());
}

// ---- The same number of steps in all, except that every lane of a warp has a different number of turns. The warp
// continues until its last lane is done; lanes that are done are inactive.
__global__ void loop_by_thread_kernel(const float* x, std::size_t n, float* y) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  if (i < n) y[i] = walk_turns(x[i], static_cast<int>(i % warp_size + 1) * fewest_turns);
}

void loop_by_thread(const float* x, std::size_t n, float* y) {
  loop_by_thread_kernel<<<blocks_for(n, block_size), block_size>>>(x, n, y);
  check(cudaGetLastError());
}

}  // namespace divergence
