// A sum over all GPUs ends with a few numbers, or an array of them, on each GPU, and every GPU needs the total. With
// pointers into all memories one kernel per GPU can do it. What it takes beside the loads is that they wait for each
// other: a GPU may read another one's array when that one has filled it, and leave when all have read its own.
#include "ch14_multi_gpu/reduction_multi/reduction_multi.h"

#include <algorithm>
#include <cuda/atomic>

#include "common/check.h"
#include "common/launch.h"
#include "common/ptx.h"

namespace reduction_multi {

constexpr int block_size = 512;
constexpr int loads = 4;         // of 16 bytes, in flight per thread and array
constexpr int full_blocks = 64;  // from so many on a thread takes several loads rather than more blocks start

constexpr unsigned turns_per_look = 1 << 12;  // at a word of the host: that is far away

__device__ void add(float4& sum, const float4& value) {
  sum.x += value.x;
  sum.y += value.y;
  sum.z += value.z;
  sum.w += value.w;
}

// Block b of every GPU waits for the blocks b of all others, its twins. Thread d tells twin d that it is here for the
// count-th time, and waits until twin d has told it. The counts only grow, so nothing is cleared; between launches
// *arrived keeps this block's own.
//
// What this block's threads have stored is seen by whoever has waited for it: the barrier orders the block's stores
// before thread d's store, which releases, and the other side acquires.
__device__ void meet(const Arrays& all, int rank, unsigned count) {
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
__device__ void add_quads(const Arrays& all, std::size_t begin, std::size_t end, int first_target, int last_target) {
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

// The last elements, fewer than four, if n is no multiple of four.
__device__ void add_rest(const Arrays& all, std::size_t n, int first_target, int last_target) {
  const std::size_t i = n / 4 * 4 + threadIdx.x;
  if (blockIdx.x > 0 || i >= n) return;
  float sum = all.x[0][i];
  for (int d = 1; d < all.devices; ++d) sum += all.x[d][i];
  for (int d = first_target; d <= last_target; ++d) all.y[d][i] = sum;
}

// ---- Rung 1. What a program does that has no pointers into other memories: copy, then add. The array of one GPU after
// the other comes into the same place. Events tell when an array may be read, and when it may be written again.
__global__ void add_kernel(const float* value, float* y, std::size_t n, bool first) {
  for (std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x; i < n; i += gridDim.x * block_size)
    y[i] = first ? value[i] : y[i] + value[i];
}

void by_copies(Team& team, std::size_t n) {
  if (n == 0) return;
  for (int rank = 0; rank < team.devices; ++rank) {
    const CurrentDevice current(rank);
    check(cudaEventRecord(team.ready[rank], team.streams[rank]));
  }
  for (int rank = 0; rank < team.devices; ++rank) {
    const CurrentDevice current(rank);
    const Stream& stream = team.streams[rank];
    for (int d = 0; d < team.devices; ++d) {
      check(cudaStreamWaitEvent(stream, team.ready[d], 0));
      check(cudaMemcpyPeerAsync(team.other[rank].data(), rank, team.x[d].data(), d, n * sizeof(float), stream));
      const int blocks = std::min(blocks_for(n, block_size), most_blocks);
      add_kernel<<<blocks, block_size, 0, stream>>>(team.other[rank].data(), team.y[rank].data(), n, d == 0);
      check(cudaGetLastError());
    }
    check(cudaEventRecord(team.read[rank], stream));
  }
  for (int rank = 0; rank < team.devices; ++rank)
    for (int d = 0; d < team.devices; ++d) check(cudaStreamWaitEvent(team.streams[rank], team.read[d], 0));
}

// Blocks for so many quads of each GPU. All of them must be on their multiprocessors at once, since they wait for
// their twins: one a multiprocessor is certain to be.
int blocks_to_launch(const Team& team, std::size_t quads) {
  if (team.blocks > 0) return std::min({team.blocks, team.multiprocessors, most_blocks});
  const int one_load_each = blocks_for(quads, block_size), all_loads_each = blocks_for(quads, block_size * loads);
  return std::min({std::max(std::min(one_load_each, full_blocks), all_loads_each), team.multiprocessors, most_blocks});
}

// A launch on each GPU with few calls of the host, which small arrays feel. A kernel may start while the one before it
// ends (common/dependent_launch.h). If a launch fails, those before it wait for a twin that will not come.
void launch_on_all(Team& team, void (*kernel)(Arrays, int, std::size_t), int blocks, std::size_t n) {
  cudaLaunchAttribute overlap = {};
  overlap.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  overlap.val.programmaticStreamSerializationAllowed = 1;
  cudaLaunchConfig_t config = {};
  config.gridDim = dim3(blocks);
  config.blockDim = dim3(block_size);
  config.attrs = &overlap;
  config.numAttrs = team.overlaps ? 1 : 0;
  const CurrentDevice before(0);  // puts the former one back, once for all
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

// ---- Rung 2. No copies: each GPU loads the element of every array, adds, and stores the sum in its own. All loads of
// a thread are under way at once, those from far and those from near.
__global__ __launch_bounds__(block_size) void one_shot_kernel(Arrays all, int rank, std::size_t n) {
  wait_for_kernel_before();
  unsigned& arrived = all.arrived[rank][blockIdx.x];
  const unsigned before = arrived;
  meet(all, rank, before + 1);  // all have filled their arrays
  add_quads(all, 0, n / 4, rank, rank);
  add_rest(all, n, rank, rank);
  meet(all, rank, before + 2);  // all have read: the next kernel may write
  if (threadIdx.x == 0) arrived = before + 2;
}

void one_shot(Team& team, std::size_t n) {
  if (n == 0) return;
  const int blocks = blocks_to_launch(team, n / 4);
  launch_on_all(team, one_shot_kernel, blocks, n);
}

// ---- Rung 3. Same as rung 2, except that each GPU adds one share only, and stores it in all arrays: with D GPUs it
// reads D shares in place of D arrays. For two GPUs as many bytes cross the link, half of them in stores.
__global__ __launch_bounds__(block_size) void two_shot_kernel(Arrays all, int rank, std::size_t n) {
  wait_for_kernel_before();
  const std::size_t quads = n / 4;
  unsigned& arrived = all.arrived[rank][blockIdx.x];
  const unsigned before = arrived;
  meet(all, rank, before + 1);  // all have filled their arrays
  add_quads(all, quads * rank / all.devices, quads * (rank + 1) / all.devices, 0, all.devices - 1);
  if (rank == 0) add_rest(all, n, 0, all.devices - 1);
  meet(all, rank, before + 2);  // all have stored: this GPU's array is complete
  if (threadIdx.x == 0) arrived = before + 2;
}

void two_shot(Team& team, std::size_t n) {
  if (n == 0) return;
  const int blocks = blocks_to_launch(team, n / 4 / team.devices);
  launch_on_all(team, two_shot_kernel, blocks, n);
}

}  // namespace reduction_multi
