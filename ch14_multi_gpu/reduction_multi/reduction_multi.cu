// A sum over all GPUs ends with a few numbers, or an array of them, on each GPU, and every GPU needs the total. With
// pointers into all memories one kernel per GPU can do it. Besides the loads, the GPUs must wait for each other: a GPU
// may read another GPU's array when that GPU has filled it, and finish when all have read its own.
#include "ch14_multi_gpu/reduction_multi/reduction_multi.h"

#include <algorithm>

#include "ch14_multi_gpu/reduction_multi/together.cuh"
#include "common/check.h"
#include "common/ptx.h"

namespace reduction_multi {

// ---- Rung 1. What a program without pointers into other memories does: copy, then add. The GPUs' arrays arrive in the
// same buffer, one after the other. Events show when an array may be read, and when it may be written again.
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

// Blocks for this many quads of each GPU. All of them must be resident at once, since they wait for their twins: one
// per multiprocessor certainly is.
int blocks_to_launch(const Team& team, std::size_t quads) {
  if (team.blocks > 0) return std::min({team.blocks, team.multiprocessors, most_blocks});
  const int one_load_each = blocks_for(quads, block_size), all_loads_each = blocks_for(quads, block_size * loads);
  return std::min({std::max(std::min(one_load_each, full_blocks), all_loads_each), team.multiprocessors, most_blocks});
}

// ---- Rung 2. No copies: each GPU loads the element of every array, adds, and stores the sum in its own array. All
// loads of a thread are in flight at once, local ones and remote ones.
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

// ---- Rung 4. Same as rung 2, except that each GPU adds one share only, and stores it in all arrays: with D GPUs it
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
