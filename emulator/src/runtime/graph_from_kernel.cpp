// Graphs that kernels launch. A kernel of a running graph launches another one to run beside its own (fire and forget),
// beside the graph that launched its own (sibling), or when its own and all that it launched have ended (tail).
//
// Allowed launches, and the errors of others, are those of an H200 with CUDA 13.0.
#include <algorithm>
#include <array>
#include <cstdio>
#include <list>

#include "runtime/graph_exec.hpp"

namespace cuda_emulator {
namespace {

// A running graph, and the launches of its kernels. The lists grow between kernels only (add_child_work).
struct Running {
  cudaGraphExec_t instance;
  Running* launcher;  // the graph whose kernel launched this one; null: the host did
  std::list<cudaGraphExec_t> beside{}, after{};
};
// Of the current device: each may run one.
Running*& innermost() {
  static std::array<Running*, 64> all{};
  return all[current_device()];
}

cudaError_t run_nodes(cudaGraphExec_t instance) {
  instance->launched = false;
  instance->running = true;
  const cudaError_t error = run_all(*instance->graph, instance->order, instance->disabled);
  instance->running = false;
  return error;
}

cudaError_t run_launched(cudaGraphExec_t first, Running* launcher) {
  Running mine{first, launcher};
  Running* const outer = innermost();
  innermost() = &mine;
  cudaError_t error = cudaSuccess;
  // A tail launch replaces the graph that launched it, and its own tail launches come before the others that wait: a
  // graph that launches itself again is a loop, and may be a long one.
  std::list<cudaGraphExec_t> waiting{first};
  while (!waiting.empty() && error == cudaSuccess) {
    mine.instance = waiting.front();
    waiting.pop_front();
    error = run_nodes(mine.instance);
    while (!mine.beside.empty() && error == cudaSuccess) {
      const cudaGraphExec_t next = mine.beside.front();
      mine.beside.pop_front();
      error = run_launched(next, &mine);
    }
    waiting.splice(waiting.begin(), mine.after);
  }
  for (const auto& left : {waiting, mine.beside, mine.after}) {
    for (const cudaGraphExec_t instance : left) instance->launched = false;
  }
  innermost() = outer;
  return error;
}

bool consists_of_device_work(const CUgraph_st& graph) {
  if (graph.nodes.empty()) return false;
  return std::all_of(graph.nodes.begin(), graph.nodes.end(), [](const auto& node) {
    if (const auto* child = std::get_if<ChildWork>(&node->payload)) return consists_of_device_work(*child->graph);
    return std::holds_alternative<KernelWork>(node->payload) ||
           std::holds_alternative<cudaMemcpy3DParms>(node->payload) ||
           std::holds_alternative<cudaMemsetParams>(node->payload);
  });
}

}  // namespace

bool may_be_launched_by_kernels(const CUgraph_st& graph, unsigned long long flags) {
  if ((flags & cudaGraphInstantiateFlagDeviceLaunch) == 0) return true;
  return (flags & cudaGraphInstantiateFlagAutoFreeOnLaunch) == 0 && consists_of_device_work(graph);
}

cudaError_t run_with_launched(cudaGraphExec_t instance) {
  return run_launched(instance, nullptr);
}

cudaError_t launch_from_kernel(cudaGraphExec_t instance, cudaStream_t where) {
  if (!innermost()) {
    // A GPU refuses the launch of such a kernel outside of a graph; here it is found only at this call.
    std::fputs("cuda_emulator: cudaGraphLaunch in a kernel that no graph runs: a GPU refuses to launch that kernel\n",
               stderr);
    fail_later(cudaErrorNotSupported);
    return cudaErrorNotSupported;
  }
  const bool tail = where == cudaStreamGraphTailLaunch, sibling = where == cudaStreamGraphFireAndForgetAsSibling;
  if (!instance || (!tail && !sibling && where != cudaStreamGraphFireAndForget)) return cudaErrorInvalidValue;
  if ((instance->flags & cudaGraphInstantiateFlagDeviceLaunch) == 0 || !instance->uploaded)
    return cudaErrorInvalidValue;
  // It would be launched twice at the same time, unless it launches itself for later.
  if (instance->running && !tail) return cudaErrorInvalidValue;
  if (instance->launched.exchange(true)) return cudaErrorInvalidValue;
  add_child_work([=] {
    if (tail) {
      innermost()->after.push_back(instance);
    } else if (sibling && innermost()->launcher) {
      innermost()->launcher->beside.push_back(instance);
    } else {
      innermost()->beside.push_back(instance);
    }
    return cudaSuccess;
  });
  return cudaSuccess;
}

}  // namespace cuda_emulator

using namespace cuda_emulator;

cudaGraphExec_t cudaGetCurrentGraphExec() {
  return in_kernel() && innermost() ? innermost()->instance : nullptr;
}
