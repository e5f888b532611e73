// Instances of graphs, and their launches by kernels.
#pragma once
#include <atomic>
#include <memory>
#include <set>
#include <vector>

#include "runtime/graph.hpp"

struct CUgraphExec_st {
  std::shared_ptr<CUgraph_st> graph;
  std::vector<cudaGraphNode_t> order{};
  std::set<unsigned long long> disabled{};  // numbers of nodes
  unsigned long long flags = 0;
  bool uploaded = false;               // before that no kernel can launch it
  std::atomic<bool> launched = false;  // by a kernel, and has not begun
  bool running = false;
};

namespace cuda_emulator {

// ---- graph_exec.cpp ----
// Runs the nodes one after another.
cudaError_t run_all(const CUgraph_st& graph, const std::vector<cudaGraphNode_t>& order,
                    const std::set<unsigned long long>& disabled);

// ---- graph_from_kernel.cpp ----
// Runs an instance that the host launched, and all graphs that kernels launch meanwhile.
cudaError_t run_with_launched(cudaGraphExec_t instance);
// cudaGraphLaunch in a kernel.
cudaError_t launch_from_kernel(cudaGraphExec_t instance, cudaStream_t where);
// Whether a graph with these flags may be instantiated; without cudaGraphInstantiateFlagDeviceLaunch any graph may.
bool may_be_launched_by_kernels(const CUgraph_st& graph, unsigned long long flags);

}  // namespace cuda_emulator
