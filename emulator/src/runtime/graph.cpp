// The structure of graphs: nodes and edges, as programs create, copy and query them. Instances, which run, are in
// graph_exec.cpp.
#include "runtime/graph.hpp"

#include <algorithm>
#include <cstring>
#include <map>
#include <set>

namespace cuda_emulator {
namespace {

using Nodes = std::vector<cudaGraphNode_t>;

// Returns as many as fit, and the number there is, like all queries of graphs.
cudaError_t give(const Nodes& nodes, cudaGraphNode_t* out, std::size_t* count) {
  if (!count) return set_error(cudaErrorInvalidValue);
  if (out) {
    for (std::size_t i = 0; i < *count; ++i) out[i] = i < nodes.size() ? nodes[i] : nullptr;
    *count = std::min(*count, nodes.size());
  } else {
    *count = nodes.size();
  }
  return cudaSuccess;
}
void give_edges(cudaGraphEdgeData* edges, std::size_t count) {
  if (edges) std::memset(edges, 0, count * sizeof *edges);
}

Nodes dependents(cudaGraphNode_t node) {
  Nodes found;
  for (const auto& other : node->graph->nodes) {
    const Nodes& needs = other->dependencies;
    if (std::find(needs.begin(), needs.end(), node) != needs.end()) found.push_back(other.get());
  }
  return found;
}

unsigned long long next_node_id() {
  static unsigned long long last = 0;
  return ++last;
}

}  // namespace

bool in_graph(const CUgraph_st& graph, cudaGraphNode_t node) {
  return std::any_of(graph.nodes.begin(), graph.nodes.end(), [=](const auto& known) { return known.get() == node; });
}

cudaGraphNode_t add_node(cudaGraph_t graph, const Nodes& dependencies, Payload payload) {
  graph->nodes.push_back(
      std::unique_ptr<CUgraphNode_st>(new CUgraphNode_st{graph, next_node_id(), std::move(payload), dependencies}));
  return graph->nodes.back().get();
}

Nodes in_order(const CUgraph_st& graph) {
  std::map<cudaGraphNode_t, std::size_t> missing;
  std::map<cudaGraphNode_t, std::vector<std::size_t>> followers;  // indices into the graph's nodes
  std::set<std::size_t> runnable;
  for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
    const CUgraphNode_st& node = *graph.nodes[i];
    missing[graph.nodes[i].get()] = node.dependencies.size();
    for (const cudaGraphNode_t needed : node.dependencies) followers[needed].push_back(i);
    if (node.dependencies.empty()) runnable.insert(i);
  }
  Nodes order;
  while (!runnable.empty()) {
    const cudaGraphNode_t node = graph.nodes[*runnable.begin()].get();
    runnable.erase(runnable.begin());
    order.push_back(node);
    for (const std::size_t i : followers[node]) {
      if (--missing[graph.nodes[i].get()] == 0) runnable.insert(i);
    }
  }
  return order.size() == graph.nodes.size() ? order : Nodes();
}

void copy_into(const CUgraph_st& graph, CUgraph_st& copy) {
  std::map<cudaGraphNode_t, cudaGraphNode_t> copies;
  for (const auto& node : graph.nodes) {
    copy.nodes.push_back(std::unique_ptr<CUgraphNode_st>(new CUgraphNode_st{&copy, node->id, node->payload, Nodes()}));
    copies[node.get()] = copy.nodes.back().get();
  }
  for (const auto& node : graph.nodes) {
    for (const cudaGraphNode_t needed : node->dependencies) {
      copies[node.get()]->dependencies.push_back(copies[needed]);
    }
  }
  copy.user_objects = graph.user_objects;
  for (const auto& [object, count] : copy.user_objects) object->references += count;
  copy.conditions = graph.conditions;
}
std::shared_ptr<CUgraph_st> clone(const CUgraph_st& graph) {
  auto copy = std::make_shared<CUgraph_st>();
  copy_into(graph, *copy);
  return copy;
}

}  // namespace cuda_emulator

using namespace cuda_emulator;

CUgraph_st::~CUgraph_st() {
  for (const auto& [object, count] : user_objects) cudaUserObjectRelease(object, count);
}

cudaError_t cudaGraphCreate(cudaGraph_t* graph, unsigned int flags) {
  if (const cudaError_t error = ready()) return error;
  if (!graph || flags != 0) return set_error(cudaErrorInvalidValue);
  *graph = new CUgraph_st;
  return cudaSuccess;
}
cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
  if (!graph) return set_error(cudaErrorInvalidValue);
  const std::lock_guard lock(stream_mutex());
  delete graph;
  return cudaSuccess;
}
cudaError_t cudaGraphClone(cudaGraph_t* copy, cudaGraph_t original) {
  if (const cudaError_t error = ready()) return error;
  if (!copy || !original) return set_error(cudaErrorInvalidValue);
  const std::lock_guard lock(stream_mutex());
  // An address that a graph allocates is used by that graph alone.
  const bool allocates = std::any_of(original->nodes.begin(), original->nodes.end(), [](const auto& node) {
    return std::holds_alternative<AllocWork>(node->payload) || std::holds_alternative<FreeWork>(node->payload);
  });
  if (allocates) return set_error(cudaErrorNotSupported);
  *copy = new CUgraph_st;
  copy_into(*original, **copy);
  return cudaSuccess;
}
cudaError_t cudaGraphNodeFindInClone(cudaGraphNode_t* node, cudaGraphNode_t original, cudaGraph_t copy) {
  if (const cudaError_t error = ready()) return error;
  if (!node || !original || !copy) return set_error(cudaErrorInvalidValue);
  for (const auto& candidate : copy->nodes) {
    if (candidate->id == original->id) return *node = candidate.get(), cudaSuccess;
  }
  return set_error(cudaErrorInvalidValue);
}

cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t* nodes, size_t* count) {
  if (const cudaError_t error = ready()) return error;
  if (!graph) return set_error(cudaErrorInvalidValue);
  Nodes all;
  for (const auto& node : graph->nodes) all.push_back(node.get());
  return give(all, nodes, count);
}
cudaError_t cudaGraphGetRootNodes(cudaGraph_t graph, cudaGraphNode_t* nodes, size_t* count) {
  if (const cudaError_t error = ready()) return error;
  if (!graph) return set_error(cudaErrorInvalidValue);
  Nodes roots;
  for (const auto& node : graph->nodes) {
    if (node->dependencies.empty()) roots.push_back(node.get());
  }
  return give(roots, nodes, count);
}
cudaError_t cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t* from, cudaGraphNode_t* to, cudaGraphEdgeData* edges,
                              size_t* count) {
  if (const cudaError_t error = ready()) return error;
  if (!graph || !count || !from != !to) return set_error(cudaErrorInvalidValue);
  Nodes starts, ends;
  for (const auto& node : graph->nodes) {
    for (const cudaGraphNode_t needed : node->dependencies) {
      starts.push_back(needed);
      ends.push_back(node.get());
    }
  }
  std::size_t capacity = *count;
  if (const cudaError_t error = give(starts, from, count)) return error;
  give_edges(edges, *count);
  return give(ends, to, &capacity);
}
cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node, cudaGraphNode_t* dependencies, cudaGraphEdgeData* edges,
                                         size_t* count) {
  if (const cudaError_t error = ready()) return error;
  if (!node) return set_error(cudaErrorInvalidValue);
  if (const cudaError_t error = give(node->dependencies, dependencies, count)) return error;
  give_edges(edges, *count);
  return cudaSuccess;
}
cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t node, cudaGraphNode_t* nodes, cudaGraphEdgeData* edges,
                                           size_t* count) {
  if (const cudaError_t error = ready()) return error;
  if (!node) return set_error(cudaErrorInvalidValue);
  if (const cudaError_t error = give(dependents(node), nodes, count)) return error;
  give_edges(edges, *count);
  return cudaSuccess;
}
cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t* from, const cudaGraphNode_t* to,
                                     const cudaGraphEdgeData*, size_t count) {
  if (const cudaError_t error = ready()) return error;
  if (!graph || (count > 0 && (!from || !to))) return set_error(cudaErrorInvalidValue);
  const std::lock_guard lock(stream_mutex());
  for (std::size_t i = 0; i < count; ++i) {
    if (!in_graph(*graph, from[i]) || !in_graph(*graph, to[i]) || from[i] == to[i]) {
      return set_error(cudaErrorInvalidValue);
    }
    Nodes& needs = to[i]->dependencies;
    if (std::find(needs.begin(), needs.end(), from[i]) != needs.end()) return set_error(cudaErrorInvalidValue);
    needs.push_back(from[i]);
  }
  return cudaSuccess;
}
cudaError_t cudaGraphRemoveDependencies(cudaGraph_t graph, const cudaGraphNode_t* from, const cudaGraphNode_t* to,
                                        const cudaGraphEdgeData*, size_t count) {
  if (const cudaError_t error = ready()) return error;
  if (!graph || (count > 0 && (!from || !to))) return set_error(cudaErrorInvalidValue);
  const std::lock_guard lock(stream_mutex());
  for (std::size_t i = 0; i < count; ++i) {
    if (!in_graph(*graph, to[i]) || std::erase(to[i]->dependencies, from[i]) == 0) {
      return set_error(cudaErrorInvalidValue);
    }
  }
  return cudaSuccess;
}
cudaError_t cudaGraphDestroyNode(cudaGraphNode_t node) {
  if (const cudaError_t error = ready()) return error;
  if (!node) return set_error(cudaErrorInvalidValue);
  const std::lock_guard lock(stream_mutex());
  CUgraph_st& graph = *node->graph;
  for (const auto& other : graph.nodes) std::erase(other->dependencies, node);
  std::erase_if(graph.nodes, [=](const auto& known) { return known.get() == node; });
  return cudaSuccess;
}
