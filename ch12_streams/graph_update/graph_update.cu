// Instantiating a graph (cudaGraphInstantiate) is expensive: the graph is checked and prepared for the device. An
// instance can take new arguments, as long as its nodes and edges stay the same.
#include "ch12_streams/graph_update/graph_update.h"

#include "common/check.h"

namespace graph_update {
namespace {

__global__ void mark_kernel(std::uint32_t* place, std::uint32_t mark) {
  *place = mark;
}

// The frame's launches as a graph, in order, by capture.
Graph recorded(const Frame& frame, const Stream& stream) {
  check(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
  for (int k = 0; k < frame.kernels; ++k) mark_kernel<<<1, 1, 0, stream>>>(frame.out + k, mark(k, frame.value));
  cudaGraph_t graph = nullptr;
  check(cudaStreamEndCapture(stream, &graph));
  check(cudaGetLastError());
  return Graph(graph);
}

void instantiate(const Graph& graph, Prepared& prepared) {
  prepared.instance.emplace(graph);
  ++prepared.instantiated;
}

// ---- Rung 1. A new graph and a new instance for every frame.
void instantiate_again(const Frame& frame, const Stream& stream, Prepared& prepared) {
  instantiate(recorded(frame, stream), prepared);
}

// ---- Rung 2. Same, except that the old instance is updated from the new graph. The captured code may be a library's:
// the program need not know its nodes. If nodes or edges differ, the update fails, the instance stays unchanged, and
// the frame needs a new instance.
void update_whole(const Frame& frame, const Stream& stream, Prepared& prepared) {
  const Graph graph = recorded(frame, stream);
  if (!prepared.instance) return instantiate(graph, prepared);
  cudaGraphExecUpdateResultInfo what_differs;
  const cudaError_t status = cudaGraphExecUpdate(*prepared.instance, graph, &what_differs);
  if (status != cudaErrorGraphExecUpdateFailure) return check(status);
  cudaGetLastError();  // it is handled; the next check must not report it
  instantiate(graph, prepared);
}

// ---- Rung 3. Same, except that nothing is captured again: the arguments of known nodes are changed one by one.
void update_nodes(const Frame& frame, const Stream& stream, Prepared& prepared) {
  if (static_cast<int>(prepared.nodes.size()) != frame.kernels || !prepared.instance) {
    prepared.graph.emplace(recorded(frame, stream));
    instantiate(*prepared.graph, prepared);
    std::size_t count = 0;
    check(cudaGraphGetNodes(*prepared.graph, nullptr, &count));
    prepared.nodes.resize(count);
    if (count > 0) check(cudaGraphGetNodes(*prepared.graph, prepared.nodes.data(), &count));
    return;
  }
  for (int k = 0; k < frame.kernels; ++k) {
    std::uint32_t* place = frame.out + k;
    std::uint32_t new_mark = mark(k, frame.value);
    void* arguments[] = {&place, &new_mark};
    cudaKernelNodeParams parameters{};
    parameters.func = reinterpret_cast<void*>(mark_kernel);
    parameters.gridDim = parameters.blockDim = dim3(1);
    parameters.kernelParams = arguments;
    check(cudaGraphExecKernelNodeSetParams(*prepared.instance, prepared.nodes[k], &parameters));
  }
}

}  // namespace

std::span<const Rung> ladder() {
  static constexpr Rung rungs[] = {
      {"instantiate_again", instantiate_again},
      {"update_whole", update_whole},
      {"update_nodes", update_nodes},
  };
  return rungs;
}

}  // namespace graph_update
