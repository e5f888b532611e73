// Divergence: a warp executes one instruction stream at a time. If its lanes take both sides of a branch, it executes
// one side after the other, with the lanes of the other side inactive.
#include "ch11_warps/divergence/divergence.h"

#include "common/check.h"

namespace divergence {
namespace {

constexpr int block_size = 256;

__device__ std::size_t thread_number() {
  return std::size_t{blockIdx.x} * block_size + threadIdx.x;
}

template <int steps>
__device__ float walk_down(float v) {
#pragma unroll 8
  for (int s = 0; s < steps; ++s) v = fmaf(v, decay, gain);
  return v;
}

template <int steps>
__device__ float walk_round(float v, float top) {
#pragma unroll 8
  for (int s = 0; s < steps; ++s) v = fmaf(-v, v, top);
  return v;
}

// ---- No branch: the cost of the work itself.
__global__ void walk_one_path_kernel(const float* x, std::size_t n, float* y) {
  const std::size_t i = thread_number();
  if (i < n) y[i] = walk_down<long_path>(x[i]);
}

void walk_one_path(const float* x, std::size_t n, float* y) {
  walk_one_path_kernel<<<blocks_for(n, block_size), block_size>>>(x, n, y);
  check(cudaGetLastError());
}

// ---- A branch that is uniform in every warp: as fast as no branch.
template <int steps>
__global__ void walk_by_warp_kernel(const float* x, std::size_t n, float* y) {
  const std::size_t i = thread_number();
  if (i >= n) return;
  if (i / warp_size % 2 == 0)
    y[i] = walk_down<steps>(x[i]);
  else
    y[i] = walk_round<steps>(x[i], 1.0f);
}

void walk_by_warp(const float* x, std::size_t n, float* y) {
  walk_by_warp_kernel<long_path><<<blocks_for(n, block_size), block_size>>>(x, n, y);
  check(cudaGetLastError());
}

// ---- The same, except that neighbouring threads differ: every warp takes both paths, and half of its lanes are
// inactive on each.
template <int steps>
__global__ void walk_by_thread_kernel(const float* x, std::size_t n, float* y) {
  const std::size_t i = thread_number();
  if (i >= n) return;
  if (i % 2 == 0)
    y[i] = walk_down<steps>(x[i]);
  else
    y[i] = walk_round<steps>(x[i], 1.0f);
}

void walk_by_thread(const float* x, std::size_t n, float* y) {
  walk_by_thread_kernel<long_path><<<blocks_for(n, block_size), block_size>>>(x, n, y);
  check(cudaGetLastError());
}

// ---- Same, except that the halves of a warp differ, 16 neighbours each. Half of the lanes are inactive on each path
// as before: only divergence within the warp matters, not how its lanes are divided.
__global__ void walk_by_half_warp_kernel(const float* x, std::size_t n, float* y) {
  const std::size_t i = thread_number();
  if (i >= n) return;
  if (i / (warp_size / 2) % 2 == 0)
    y[i] = walk_down<long_path>(x[i]);
  else
    y[i] = walk_round<long_path>(x[i], 1.0f);
}

void walk_by_half_warp(const float* x, std::size_t n, float* y) {
  walk_by_half_warp_kernel<<<blocks_for(n, block_size), block_size>>>(x, n, y);
  check(cudaGetLastError());
}

// ---- The results of by_thread, except that two warps divide their 64 elements differently: one takes those with even
// numbers, the other the odd ones. Each then reads every second word, so a request takes twice the sectors; long paths
// save more.
__global__ void walk_regrouped_kernel(const float* x, std::size_t n, float* y) {
  const std::size_t t = thread_number(), lane = t % warp_size, warp = t / warp_size;
  const std::size_t i = warp / 2 * (2 * warp_size) + 2 * lane + warp % 2;
  if (i >= n) return;
  if (warp % 2 == 0)
    y[i] = walk_down<long_path>(x[i]);
  else
    y[i] = walk_round<long_path>(x[i], 1.0f);
}

void walk_regrouped(const float* x, std::size_t n, float* y) {
  walk_regrouped_kernel<<<blocks_for(n, block_size), block_size>>>(x, n, y);
  check(cudaGetLastError());
}

// ---- Eight paths in a warp: eight times the time, four active lanes.
__global__ void walk_eight_paths_kernel(const float* x, std::size_t n, float* y) {
  const std::size_t i = thread_number();
  if (i >= n) return;
  switch (i % 8) {  // written out: with a table of constants, the compiler would merge the paths
    case 0:
      y[i] = walk_down<long_path>(x[i]);
      break;
    case 1:
      y[i] = walk_round<long_path>(x[i], 1.0f);
      break;
    case 2:
      y[i] = walk_round<long_path>(x[i], 1.0f - gain * 1);
      break;
    case 3:
      y[i] = walk_round<long_path>(x[i], 1.0f - gain * 2);
      break;
    case 4:
      y[i] = walk_round<long_path>(x[i], 1.0f - gain * 3);
      break;
    case 5:
      y[i] = walk_round<long_path>(x[i], 1.0f - gain * 4);
      break;
    case 6:
      y[i] = walk_round<long_path>(x[i], 1.0f - gain * 5);
      break;
    case 7:
      y[i] = walk_round<long_path>(x[i], 1.0f - gain * 6);
      break;
  }
}

void walk_eight_paths(const float* x, std::size_t n, float* y) {
  walk_eight_paths_kernel<<<blocks_for(n, block_size), block_size>>>(x, n, y);
  check(cudaGetLastError());
}

// ---- The same two kernels with short paths, of one step each: a warp that takes both of them takes one step more.
void walk_short_by_warp(const float* x, std::size_t n, float* y) {
  walk_by_warp_kernel<short_path><<<blocks_for(n, block_size), block_size>>>(x, n, y);
  check(cudaGetLastError());
}

void walk_short_by_thread(const float* x, std::size_t n, float* y) {
  walk_by_thread_kernel<short_path><<<blocks_for(n, block_size), block_size>>>(x, n, y);
  check(cudaGetLastError());
}

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

}  // namespace

std::span<const Rung> ladder() {
  static constexpr Rung rungs[] = {
      {"one_path", walk_one_path, path_one, long_path},
      {"by_warp", walk_by_warp, path_of_warp, long_path},
      {"by_thread", walk_by_thread, path_of_thread, long_path},
      {"by_half_warp", walk_by_half_warp, path_of_half_warp, long_path},
      {"regrouped", walk_regrouped, path_of_thread, long_path},
      {"eight_paths", walk_eight_paths, path_of_eight, long_path},
      {"short_by_warp", walk_short_by_warp, path_of_warp, short_path},
      {"short_by_thread", walk_short_by_thread, path_of_thread, short_path},
      {"loop_by_warp", loop_by_warp, path_one, mean_turns, turns_of_warp},
      {"loop_by_thread", loop_by_thread, path_one, mean_turns, turns_of_thread},
  };
  return rungs;
}

}  // namespace divergence
