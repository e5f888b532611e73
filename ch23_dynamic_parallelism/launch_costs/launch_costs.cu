// The same piece of work in every rung, so small that its launch dominates the time. In the first four rungs and in
// one_block_pulls the pieces are serial; in the others pieces may run in parallel.
#include "ch23_dynamic_parallelism/launch_costs/launch_costs.h"

#include <algorithm>
#include <memory>

#include "common/check.h"
#include "common/device_graph.h"
#include "common/owners.h"

namespace launch_costs {

__device__ void do_piece(Tally* tally) {
  atomicAdd(&tally->done, 1);
}
__device__ void note(Tally* tally, cudaError_t error) {
  if (error != cudaSuccess) atomicCAS(&tally->error, 0u, static_cast<unsigned>(error));
}
__global__ void piece_kernel(Tally* tally) {
  do_piece(tally);
}

void allow_pending_launches(std::size_t count) {
  check(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, count));
}

namespace {

void begin(Tally* tally) {
  check(cudaMemsetAsync(tally, 0, sizeof(Tally)));
}

// ---- Rung 1. The host launches every piece.
Pieces host_launches(Tally* tally, unsigned n) {
  return [=] {
    begin(tally);
    for (unsigned i = 0; i < n; ++i) piece_kernel<<<1, 1>>>(tally);
    check(cudaGetLastError());
  };
}

// ---- Rung 2. The same launches as the nodes of one graph: the host launches once.
Pieces graph_nodes(Tally* tally, unsigned n) {
  const Stream stream;
  check(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
  for (unsigned i = 0; i < n; ++i) piece_kernel<<<1, 1, 0, stream>>>(tally);
  cudaGraph_t captured = nullptr;
  check(cudaStreamEndCapture(stream, &captured));
  const auto instance = std::make_shared<GraphExec>(Graph(captured));
  return [=] {
    begin(tally);
    check(cudaGraphLaunch(*instance, nullptr));
  };
}

// ---- Rung 3. A graph of one node, which its own kernel launches again.
__global__ void piece_and_relaunch_kernel(Tally* tally, unsigned n) {
  do_piece(tally);
  if (tally->done < n) note(tally, cudaGraphLaunch(cudaGetCurrentGraphExec(), cudaStreamGraphTailLaunch));
}

Pieces relaunched_graph(Tally* tally, unsigned n) {
  const auto instance = std::make_shared<DeviceGraph>(
      [=](cudaStream_t stream) { piece_and_relaunch_kernel<<<1, 1, 0, stream>>>(tally, n); });
  instance->upload();
  return [=] {
    begin(tally);
    check(cudaGraphLaunch(*instance, nullptr));
  };
}

// ---- Rung 4. Each kernel launches the next one, which starts when it has ended.
__global__ void piece_and_next_kernel(Tally* tally, unsigned left) {
  do_piece(tally);
  if (left == 1) return;
  piece_and_next_kernel<<<1, 1, 0, cudaStreamTailLaunch>>>(tally, left - 1);
  note(tally, cudaGetLastError());
}

Pieces tail_chain(Tally* tally, unsigned n) {
  return [=] {
    begin(tally);
    piece_and_next_kernel<<<1, 1>>>(tally, n);
    check(cudaGetLastError());
  };
}

// ---- Rung 5. One thread launches all pieces, which are independent.
__global__ void launch_pieces_kernel(Tally* tally, unsigned n) {
  for (unsigned i = blockIdx.x; i < n; i += gridDim.x) {
    piece_kernel<<<1, 1, 0, cudaStreamFireAndForget>>>(tally);
    note(tally, cudaGetLastError());
  }
}

Pieces one_thread_launches(Tally* tally, unsigned n) {
  return [=] {
    begin(tally);
    launch_pieces_kernel<<<1, 1>>>(tally, n);
    check(cudaGetLastError());
  };
}

// ---- Rung 6. Same kernel, except that there is one block per launch.
Pieces many_blocks_launch(Tally* tally, unsigned n) {
  return [=] {
    begin(tally);
    launch_pieces_kernel<<<n, 1>>>(tally, n);
    check(cudaGetLastError());
  };
}

// ---- Rung 7. No launch per piece: a block takes tickets until there are no more. All its threads get the number,
// since they would work on the piece together.
constexpr int block_size = 128;

__global__ void pull_pieces_kernel(Tally* tally, unsigned n) {
  __shared__ unsigned ticket;
  while (true) {
    if (threadIdx.x == 0) ticket = atomicAdd(&tally->taken, 1);
    __syncthreads();
    if (ticket >= n) return;
    if (threadIdx.x == 0) do_piece(tally);
    __syncthreads();  // all have read the number
  }
}

Pieces one_block_pulls(Tally* tally, unsigned n) {
  return [=] {
    begin(tally);
    pull_pieces_kernel<<<1, block_size>>>(tally, n);
    check(cudaGetLastError());
  };
}

// ---- Rung 8. Same kernel, with as many blocks as the device can hold.
Pieces many_blocks_pull(Tally* tally, unsigned n) {
  int per_multiprocessor = 0;
  check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_multiprocessor, pull_pieces_kernel, block_size, 0));
  const unsigned blocks = std::min(n, static_cast<unsigned>(per_multiprocessor * multiprocessors()));
  return [=] {
    begin(tally);
    pull_pieces_kernel<<<blocks, block_size>>>(tally, n);
    check(cudaGetLastError());
  };
}

}  // namespace

std::span<const Rung> ladder() {
  static constexpr Rung rungs[] = {
      {"host_launches", host_launches},
      {"graph_nodes", graph_nodes},
      {"relaunched_graph", relaunched_graph},
      {"tail_chain", tail_chain},
      {"one_thread_launches", one_thread_launches},
      {"many_blocks_launch", many_blocks_launch},
      {"one_block_pulls", one_block_pulls},
      {"many_blocks_pull", many_blocks_pull},
  };
  return rungs;
}

}  // namespace launch_costs
