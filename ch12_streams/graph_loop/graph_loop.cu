// Each iteration of the loop is a kernel, since the condition depends on all numbers of the grid.
#include "ch12_streams/graph_loop/graph_loop.h"

#include <memory>

#include "common/check.h"

namespace graph_loop {
namespace {

constexpr int block_size = 256;

__global__ void begin_kernel(const std::uint32_t* start, std::uint32_t* x, std::uint32_t* steps, std::size_t n) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  if (i >= n) return;
  x[i] = start[i];
  steps[i] = 0;
}

// A step of every number that is not 1. *running becomes 1 if any of them is still not 1 after it.
__global__ void step_kernel(std::uint32_t* x, std::uint32_t* steps, int* running, std::size_t n) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  std::uint32_t mine = i < n ? x[i] : 1;
  if (mine != 1) {
    mine = mine % 2 == 0 ? mine / 2 : 3 * mine + 1;
    x[i] = mine;
    ++steps[i];
  }
  const int any = __syncthreads_or(mine != 1);
  if (threadIdx.x == 0 && any) atomicOr(running, 1);
}

void begin(const Task& task, cudaStream_t stream) {
  begin_kernel<<<blocks_for(task.n, block_size), block_size, 0, stream>>>(task.start, task.x, task.steps, task.n);
  check(cudaGetLastError());
}

// One turn: a step of all numbers; afterwards *running says whether another turn is needed.
void turn(const Task& task, cudaStream_t stream) {
  check(cudaMemsetAsync(task.running, 0, sizeof(int), stream));
  step_kernel<<<blocks_for(task.n, block_size), block_size, 0, stream>>>(task.x, task.steps, task.running, task.n);
  check(cudaGetLastError());
}

// Makes `turns_a_question` turns, then reads the condition, until it is 0.
void loop_on_host(const Task& task, const Stream& stream, int turns_a_question, int* h_running) {
  begin(task, stream);
  do {
    for (int t = 0; t < turns_a_question; ++t) turn(task, stream);
    check(cudaMemcpyAsync(h_running, task.running, sizeof(int), cudaMemcpyDeviceToHost, stream));
    stream.wait();
  } while (*h_running != 0);
}

// ---- Rung 1. The host reads the condition after every turn. The value is copied to the host, and the next launch goes
// to the device: meanwhile the device is idle.
std::function<void()> host_loop(const Task& task, const Stream& stream) {
  const auto h_running = std::make_shared<PinnedBuffer<int>>(1);
  return [&task, &stream, h_running] { loop_on_host(task, stream, 1, h_running->data()); };
}

// ---- Rung 2. Same, except that the host reads it after every 16th turn. Superfluous turns change nothing: 1 stays 1.
std::function<void()> host_asks_seldom(const Task& task, const Stream& stream) {
  const auto h_running = std::make_shared<PinnedBuffer<int>>(1);
  return [&task, &stream, h_running] { loop_on_host(task, stream, 16, h_running->data()); };
}

// ---- Rung 3. Same as rung 1, except that the device checks. A while node runs its body as long as its condition is
// not 0, and a kernel of the body sets the condition. The host launches the graph once, and does not wait.
__global__ void ask_kernel(const int* running, cudaGraphConditionalHandle condition) {
  cudaGraphSetConditional(condition, *running);
}

std::function<void()> while_node(const Task& task, const Stream& stream) {
  // First the work before the loop, by capture; then the node of the loop.
  cudaGraph_t recorded = nullptr;
  check(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
  begin(task, stream);
  check(cudaStreamEndCapture(stream, &recorded));
  const Graph graph(recorded);
  cudaGraphNode_t first = nullptr, loop = nullptr;
  std::size_t one = 1;
  check(cudaGraphGetNodes(graph, &first, &one));

  cudaGraphConditionalHandle condition;
  check(cudaGraphConditionalHandleCreate(&condition, graph, 1, cudaGraphCondAssignDefault));  // 1 at each launch
  cudaGraphNodeParams parameters{};
  parameters.type = cudaGraphNodeTypeConditional;
  parameters.conditional.handle = condition;
  parameters.conditional.type = cudaGraphCondTypeWhile;
  parameters.conditional.size = 1;
#if CUDART_VERSION >= 13000
  check(cudaGraphAddNode(&loop, graph, &first, nullptr, 1, &parameters));
#else
  check(cudaGraphAddNode(&loop, graph, &first, 1, &parameters));
#endif

  // The body is a graph that the node has created; capture fills it.
  const cudaGraph_t body = parameters.conditional.phGraph_out[0];
  check(cudaStreamBeginCaptureToGraph(stream, body, nullptr, nullptr, 0, cudaStreamCaptureModeThreadLocal));
  turn(task, stream);
  ask_kernel<<<1, 1, 0, stream>>>(task.running, condition);
  check(cudaGetLastError());
  check(cudaStreamEndCapture(stream, &recorded));

  const auto instance = std::make_shared<GraphExec>(graph);
  return [instance, &stream] { check(cudaGraphLaunch(*instance, stream)); };
}

}  // namespace

std::span<const Rung> ladder() {
  static constexpr Rung rungs[] = {
      {"host_loop", host_loop},
      {"host_asks_seldom", host_asks_seldom},
      {"while_node", while_node},
  };
  return rungs;
}

}  // namespace graph_loop
