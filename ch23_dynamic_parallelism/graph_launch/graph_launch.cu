// A loop of two kernels whose end depends on their results. Does the host or the device decide whether to continue? And
// if the device does, what does it launch?
#include "ch23_dynamic_parallelism/graph_launch/graph_launch.h"

#include <memory>

#include "common/check.h"
#include "common/device_graph.h"
#include "common/owners.h"

namespace graph_launch {
namespace {

constexpr int block_size = 256;

// Alternately from cells to scratch and back. The last turn changes nothing, so both hold the result.
__global__ void turn_kernel(Job job) {
  const bool even = job.state->turns % 2 == 0;
  const unsigned* from = even ? job.cells : job.scratch;
  unsigned* to = even ? job.scratch : job.cells;
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  bool changed = false;
  if (i < job.n) {
    unsigned least = from[i];
    if (least != 0 && i > 0 && from[i - 1] != 0) least = min(least, from[i - 1]);
    if (least != 0 && i + 1 < job.n && from[i + 1] != 0) least = min(least, from[i + 1]);
    to[i] = least;
    changed = least != from[i];
  }
  if (__syncthreads_or(changed) && threadIdx.x == 0) atomicExch(&job.state->changed, 1);
}

// Decides whether to continue: one thread, when all blocks of the turn have ended.
__device__ bool end_turn(State& state) {
  ++state.turns;
  state.more = state.changed;
  state.changed = 0;
  return state.more != 0;
}
__device__ void note(State& state, cudaError_t error) {
  if (error != cudaSuccess && state.error == 0) state.error = error;
}

void begin(const Job& job) {
  check(cudaMemsetAsync(job.state, 0, sizeof(State)));
}

// ---- Rung 1. The host decides, and has to wait for the value.
__global__ void end_turn_kernel(State* state) {
  end_turn(*state);
}

Loop host_loop(const Job& job) {
  return [job] {
    begin(job);
    State state;
    do {
      turn_kernel<<<blocks_for(job.n, block_size), block_size>>>(job);
      end_turn_kernel<<<1, 1>>>(job.state);
      check(cudaGetLastError());
      check(cudaMemcpy(&state, job.state, sizeof(State), cudaMemcpyDeviceToHost));
    } while (state.more != 0);
  };
}

// ---- Rung 2. Same kernels in a graph, whose while node repeats them as long as the last kernel sets its condition.
__global__ void end_turn_of_node_kernel(State* state, cudaGraphConditionalHandle more) {
  cudaGraphSetConditional(more, end_turn(*state));
}

// Adds a while node to an empty graph and returns its body, which the graph owns.
cudaGraph_t add_while(cudaGraph_t graph, cudaGraphConditionalHandle& more) {
  check(cudaGraphConditionalHandleCreate(&more, graph, 1, cudaGraphCondAssignDefault));
  cudaGraphNodeParams loop{};
  loop.type = cudaGraphNodeTypeConditional;
  loop.conditional.handle = more;
  loop.conditional.type = cudaGraphCondTypeWhile;
  loop.conditional.size = 1;
  cudaGraphNode_t node;
#if CUDART_VERSION >= 13000
  check(cudaGraphAddNode(&node, graph, nullptr, nullptr, 0, &loop));
#else
  check(cudaGraphAddNode(&node, graph, nullptr, 0, &loop));
#endif
  return loop.conditional.phGraph_out[0];
}

Loop while_node(const Job& job) {
  const Stream stream;
  const Graph graph;
  cudaGraphConditionalHandle more;
  cudaGraph_t body = add_while(graph, more);
  check(cudaStreamBeginCaptureToGraph(stream, body, nullptr, nullptr, 0, cudaStreamCaptureModeThreadLocal));
  turn_kernel<<<blocks_for(job.n, block_size), block_size, 0, stream>>>(job);
  end_turn_of_node_kernel<<<1, 1, 0, stream>>>(job.state, more);
  check(cudaStreamEndCapture(stream, &body));
  const auto instance = std::make_shared<GraphExec>(graph);
  return [job, instance] {
    begin(job);
    check(cudaGraphLaunch(*instance, nullptr));
  };
}

// ---- Rung 3. Same kernels in a graph without a loop. The last kernel launches the graph that it is part of, as a tail
// launch, which starts when this run of the graph has ended.
__global__ void end_turn_and_relaunch_kernel(State* state) {
  if (end_turn(*state)) note(*state, cudaGraphLaunch(cudaGetCurrentGraphExec(), cudaStreamGraphTailLaunch));
}

Loop relaunched_graph(const Job& job) {
  const auto instance = std::make_shared<DeviceGraph>([&job](cudaStream_t stream) {
    turn_kernel<<<blocks_for(job.n, block_size), block_size, 0, stream>>>(job);
    end_turn_and_relaunch_kernel<<<1, 1, 0, stream>>>(job.state);
  });
  instance->upload();
  return [job, instance] {
    begin(job);
    check(cudaGraphLaunch(*instance, nullptr));
  };
}

// ---- Rung 4. Same as rung 3 without a graph: the last kernel launches the two kernels of the next turn. Tail launches
// of one grid run one after the other.
__global__ void end_turn_and_launch_kernel(Job job, unsigned blocks) {
  if (!end_turn(*job.state)) return;
  turn_kernel<<<blocks, block_size, 0, cudaStreamTailLaunch>>>(job);
  note(*job.state, cudaGetLastError());
  end_turn_and_launch_kernel<<<1, 1, 0, cudaStreamTailLaunch>>>(job, blocks);
  note(*job.state, cudaGetLastError());
}

Loop tail_launches(const Job& job) {
  return [job] {
    begin(job);
    const int blocks = blocks_for(job.n, block_size);
    turn_kernel<<<blocks, block_size>>>(job);
    end_turn_and_launch_kernel<<<1, 1>>>(job, blocks);
    check(cudaGetLastError());
  };
}

}  // namespace

std::span<const Rung> ladder() {
  static constexpr Rung rungs[] = {
      {"host_loop", host_loop},
      {"while_node", while_node},
      {"relaunched_graph", relaunched_graph},
      {"tail_launches", tail_launches},
  };
  return rungs;
}

}  // namespace graph_launch
