// The common parts of the kernels: the meeting, the addition, and the launch on all GPUs.
#pragma once

#include <cuda/atomic>

#include "ch14_multi_gpu/reduction_multi/reduction_multi.h"
#include "common/check.h"
#include "common/ptx.h"

namespace reduction_multi {

constexpr int block_size = 512;
constexpr int loads = 4;         // of 16 bytes, in flight per thread and array
constexpr int full_blocks = 64;  // with this many blocks, threads make several loads before more are launched

constexpr unsigned turns_per_look = 1 << 12;  // at a word in host memory: such a load is slow

__device__ inline void add(float4& sum, const float4& value) {
  sum.x += value.x;
  sum.y += value.y;
  sum.z += value.z;
  sum.w += value.w;
}

// Block b of every GPU waits for the blocks b of all others, its twins. Thread d signals to twin d that it has arrived
// for the count-th time, and waits for twin d's signal. The counts only grow, so nothing is cleared; between
// launches *arrived keeps this block's own count.
//
// A twin that has waited sees everything that this block's threads have stored: the barrier orders the block's stores
// before thread d's store, which is a release, and the twin's load is an acquire.
__device__ inline void meet(const Arrays& all, int rank, unsigned count) {
  using Signal = cuda::atomic_ref<unsigned, cuda::thread_scope_system>;
  __syncthreads();
  const int d = threadIdx.x;
  if (d < all.devices) {
    Signal(all.signals[d][blockIdx.x * most_devices + rank]).store(count, cuda::memory_order_release);
    const Signal twin(all.signals[rank][blockIdx.x * most_devices + d]);
    for (unsigned turn = 1; static_cast<int>(twin.load(cuda::memory_order_acquire) - count) < 0; ++turn)
      if (turn % turns_per_look == 0 && *all.given_up) break;
  }
  __syncthreads();
}

// Elements 4 * begin to 4 * end - 1: the sums of all arrays go to y of GPU first_target to last_target.
__device__ inline void add_quads(const Arrays& all, std::size_t begin, std::size_t end, int first_target,
                                 int last_target) {
  constexpr std::size_t tile = block_size * loads;
  for (std::size_t first = begin + blockIdx.x * tile + threadIdx.x; first < end; first += gridDim.x * tile) {
    float4 sum[loads];
#pragma unroll
    for (int k = 0; k < loads; ++k)
      sum[k] = reinterpret_cast<const float4*>(all.x[0])[min(first + k * block_size, end - 1)];
    for (int d = 1; d < all.devices; ++d) {
      float4 value[loads];
#pragma unroll
      for (int k = 0; k < loads; ++k)
        value[k] = reinterpret_cast<const float4*>(all.x[d])[min(first + k * block_size, end - 1)];
#pragma unroll
      for (int k = 0; k < loads; ++k) add(sum[k], value[k]);
    }
    for (int d = first_target; d <= last_target; ++d) {
#pragma unroll
      for (int k = 0; k < loads; ++k)
        if (first + k * block_size < end) reinterpret_cast<float4*>(all.y[d])[first + k * block_size] = sum[k];
    }
  }
}

// The last elements, fewer than four, if n is not a multiple of four.
__device__ inline void add_rest(const Arrays& all, std::size_t n, int first_target, int last_target) {
  const std::size_t i = n / 4 * 4 + threadIdx.x;
  if (blockIdx.x > 0 || i >= n) return;
  float sum = all.x[0][i];
  for (int d = 1; d < all.devices; ++d) sum += all.x[d][i];
  for (int d = first_target; d <= last_target; ++d) all.y[d][i] = sum;
}

// A launch on each GPU with few host calls, which matters for small arrays. A kernel may start while the previous one
// ends (common/dependent_launch.h). If a launch fails, the kernels already launched wait for a twin that never starts.
inline void launch_on_all(Team& team, void (*kernel)(Arrays, int, std::size_t), int blocks, std::size_t n) {
  cudaLaunchAttribute overlap = {};
  overlap.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  overlap.val.programmaticStreamSerializationAllowed = 1;
  cudaLaunchConfig_t config = {};
  config.gridDim = dim3(blocks);
  config.blockDim = dim3(block_size);
  config.attrs = &overlap;
  config.numAttrs = team.overlaps ? 1 : 0;
  const CurrentDevice before(0);  // restores the former device, once for all launches
  try {
    for (int rank = 0; rank < team.devices; ++rank) {
      check(cudaSetDevice(rank));
      config.stream = team.streams[rank];
      check(cudaLaunchKernelEx(&config, kernel, team.arrays, rank, n));
    }
  } catch (...) {
    team.give_up();
    throw;
  }
}

}  // namespace reduction_multi
