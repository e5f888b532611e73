// Graphs as programs build and inspect them: nodes, edges, parameters. Instances, which run, are in graph_exec.cpp.
#include "runtime/graph.hpp"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <map>
#include <set>

namespace cuda_emulator {
namespace {

using Nodes = std::vector<cudaGraphNode_t>;

bool in_graph(const CUgraph_st& graph, cudaGraphNode_t node) {
  return std::any_of(graph.nodes.begin(), graph.nodes.end(), [=](const auto& known) { return known.get() == node; });
}
cudaError_t add(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* dependencies, size_t count,
                Payload payload) {
  if (const cudaError_t error = ready()) return error;
  if (!node || !graph || (count > 0 && !dependencies)) return set_error(cudaErrorInvalidValue);
  const std::lock_guard lock(stream_mutex());
  Nodes nodes(dependencies, dependencies + count);
  if (!std::all_of(nodes.begin(), nodes.end(), [=](cudaGraphNode_t d) { return in_graph(*graph, d); })) {
    return set_error(cudaErrorInvalidValue);
  }
  *node = add_node(graph, nodes, std::move(payload));
  return cudaSuccess;
}

// The node's payload as T, or null if the node does something else.
template <typename T>
T* payload_of(cudaGraphNode_t node) {
  return node ? std::get_if<T>(&node->payload) : nullptr;
}
template <typename T, typename V>
cudaError_t get(cudaGraphNode_t node, V* value, V T::*member) {
  if (const cudaError_t error = ready()) return error;
  T* const payload = payload_of<T>(node);
  if (!payload || !value) return set_error(cudaErrorInvalidValue);
  *value = payload->*member;
  return cudaSuccess;
}
template <typename T>
cudaError_t set(cudaGraphNode_t node, cudaError_t invalid, const T& payload) {
  if (const cudaError_t error = ready()) return error;
  if (!payload_of<T>(node)) return set_error(cudaErrorInvalidValue);
  if (invalid) return set_error(invalid);
  const std::lock_guard lock(stream_mutex());
  node->payload = payload;
  return cudaSuccess;
}

// Gives as many as fit, and the number there is: the way all queries of graphs answer.
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

bool is_live_graph_memory(const cudaMemAllocNodeParams& p) {
  return p.poolProps.allocType == cudaMemAllocationTypePinned &&
         p.poolProps.location.type == cudaMemLocationTypeDevice && valid_device(p.poolProps.location.id);
}

cudaError_t make_alloc(cudaMemAllocNodeParams& parameters, AllocWork* work) {
  if (!is_live_graph_memory(parameters)) return cudaErrorInvalidValue;
  work->memory = std::make_shared<GraphMemory>();
  const cudaError_t error =
      allocate(&work->memory->pointer, parameters.bytesize, MemoryKind::device, 0, __builtin_return_address(0));
  if (error) return error;
  mark_graph_owned(work->memory->pointer);
  parameters.dptr = work->memory->pointer;
  work->parameters = parameters;
  return cudaSuccess;
}

const char* name_of(cudaGraphNodeType type) {
  switch (type) {
    case cudaGraphNodeTypeKernel:
      return "kernel";
    case cudaGraphNodeTypeMemcpy:
      return "copy";
    case cudaGraphNodeTypeMemset:
      return "set";
    case cudaGraphNodeTypeHost:
      return "host";
    case cudaGraphNodeTypeGraph:
      return "graph";
    case cudaGraphNodeTypeWaitEvent:
      return "wait";
    case cudaGraphNodeTypeEventRecord:
      return "record";
    case cudaGraphNodeTypeMemAlloc:
      return "alloc";
    case cudaGraphNodeTypeMemFree:
      return "free";
    case cudaGraphNodeTypeConditional:
      return "conditional";
    default:
      return "empty";
  }
}

}  // namespace

cudaGraphNodeType type_of(const Payload& payload) {
  constexpr cudaGraphNodeType types[] = {
      cudaGraphNodeTypeKernel,   cudaGraphNodeTypeMemcpy,  cudaGraphNodeTypeMemset,     cudaGraphNodeTypeHost,
      cudaGraphNodeTypeGraph,    cudaGraphNodeTypeEmpty,   cudaGraphNodeTypeWaitEvent,  cudaGraphNodeTypeEventRecord,
      cudaGraphNodeTypeMemAlloc, cudaGraphNodeTypeMemFree, cudaGraphNodeTypeConditional};
  return types[payload.index()];
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

cudaError_t make_kernel_work(const cudaKernelNodeParams& parameters, const KernelWork* present, KernelWork* work) {
  if (parameters.extra) return cudaErrorNotSupported;
  if (present && !parameters.kernelParams && parameters.func == present->kernel) {
    *work = *present;
    work->grid.grid = parameters.gridDim;
    work->grid.block = parameters.blockDim;
    work->grid.shared = parameters.sharedMemBytes;
    return check_launch(work->grid, work->kernel);
  }
  BoundKernel bound;
  if (!parameters.func || !bind_kernel(parameters.func, parameters.kernelParams, &bound)) {
    return cudaErrorInvalidDeviceFunction;
  }
  work->grid = {bound.name, parameters.gridDim, parameters.blockDim, parameters.sharedMemBytes,
                false,      bound.entry,        bound.arg.get(),     bound.arg_size};
  work->kernel = parameters.func;
  work->keep = bound.arg;
  work->arguments = std::move(bound.addresses);
  return check_launch(work->grid, work->kernel);
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

cudaError_t to_payload(const cudaGraphNodeParams& parameters, Payload* payload) {
  switch (parameters.type) {
    case cudaGraphNodeTypeKernel: {
      const cudaKernelNodeParamsV2& k = parameters.kernel;
      const cudaKernelNodeParams plain{k.func, k.gridDim, k.blockDim, k.sharedMemBytes, k.kernelParams, k.extra};
      KernelWork work{};
      const cudaError_t error = make_kernel_work(plain, nullptr, &work);
      *payload = work;
      return error;
    }
    case cudaGraphNodeTypeMemcpy:
      *payload = parameters.memcpy.copyParams;
      return check_copy(parameters.memcpy.copyParams);
    case cudaGraphNodeTypeMemset: {
      const cudaMemsetParamsV2& m = parameters.memset;
      const cudaMemsetParams plain{m.dst, m.pitch, m.value, m.elementSize, m.width, m.height};
      *payload = plain;
      return check_set(plain);
    }
    case cudaGraphNodeTypeHost:
      *payload = HostWork{{parameters.host.fn, parameters.host.userData}};
      return parameters.host.fn ? cudaSuccess : cudaErrorInvalidValue;
    case cudaGraphNodeTypeGraph:
      if (!parameters.graph.graph) return cudaErrorInvalidValue;
      *payload = ChildWork{clone(*parameters.graph.graph)};
      return cudaSuccess;
    case cudaGraphNodeTypeEmpty:
      *payload = EmptyWork{};
      return cudaSuccess;
    case cudaGraphNodeTypeWaitEvent:
      *payload = WaitWork{parameters.eventWait.event};
      return is_event(parameters.eventWait.event) ? cudaSuccess : cudaErrorInvalidResourceHandle;
    case cudaGraphNodeTypeEventRecord:
      *payload = RecordWork{parameters.eventRecord.event};
      return is_event(parameters.eventRecord.event) ? cudaSuccess : cudaErrorInvalidResourceHandle;
    case cudaGraphNodeTypeMemFree:
      *payload = FreeWork{parameters.free.dptr};
      return find_allocation(parameters.free.dptr) ? cudaSuccess : cudaErrorInvalidValue;
    default:
      return cudaErrorNotSupported;
  }
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
  // An address that a graph allocates is that graph's alone.
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

// ---- adding nodes ----

cudaError_t cudaGraphAddNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* dependencies,
                             const cudaGraphEdgeData*, size_t count, cudaGraphNodeParams* parameters) {
  if (const cudaError_t error = ready()) return error;
  if (!parameters) return set_error(cudaErrorInvalidValue);
  if (parameters->type == cudaGraphNodeTypeMemAlloc) {
    cudaMemAllocNodeParams plain{parameters->alloc.poolProps, parameters->alloc.accessDescs,
                                 parameters->alloc.accessDescCount, parameters->alloc.bytesize, nullptr};
    const cudaError_t error = cudaGraphAddMemAllocNode(node, graph, dependencies, count, &plain);
    parameters->alloc.dptr = plain.dptr;
    return error;
  }
  if (parameters->type == cudaGraphNodeTypeConditional) {
    cudaConditionalNodeParams& c = parameters->conditional;
    unsigned unused;
    const unsigned most = c.type == cudaGraphCondTypeWhile ? 1 : c.type == cudaGraphCondTypeIf ? 2 : 1024;
    if (!condition(c.handle, &unused) || c.size == 0 || c.size > most) return set_error(cudaErrorInvalidValue);
    ConditionalWork work{c.handle, c.type, {}, std::make_shared<std::vector<cudaGraph_t>>()};
    for (unsigned i = 0; i < c.size; ++i) {
      work.bodies.push_back(std::make_shared<CUgraph_st>());
      work.handles->push_back(work.bodies.back().get());
    }
    c.phGraph_out = work.handles->data();
    return add(node, graph, dependencies, count, std::move(work));
  }
  Payload payload;
  if (const cudaError_t error = to_payload(*parameters, &payload)) return set_error(error);
  return add(node, graph, dependencies, count, std::move(payload));
}
cudaError_t cudaGraphAddNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* dependencies,
                             size_t count, cudaGraphNodeParams* parameters) {
  return cudaGraphAddNode(node, graph, dependencies, nullptr, count, parameters);
}
cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* dependencies,
                                   size_t count, const cudaKernelNodeParams* parameters) {
  if (!parameters) return set_error(cudaErrorInvalidValue);
  KernelWork work{};
  if (const cudaError_t error = make_kernel_work(*parameters, nullptr, &work)) return set_error(error);
  return add(node, graph, dependencies, count, std::move(work));
}
cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* dependencies,
                                   size_t count, const cudaMemcpy3DParms* parameters) {
  if (!parameters) return set_error(cudaErrorInvalidValue);
  if (const cudaError_t error = check_copy(*parameters)) return set_error(error);
  return add(node, graph, dependencies, count, *parameters);
}
cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* dependencies,
                                     size_t dependency_count, void* to, const void* from, size_t count,
                                     cudaMemcpyKind kind) {
  const cudaMemcpy3DParms copy = plain_copy(to, from, count, kind);
  return cudaGraphAddMemcpyNode(node, graph, dependencies, dependency_count, &copy);
}
cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* dependencies,
                                   size_t count, const cudaMemsetParams* parameters) {
  if (!parameters) return set_error(cudaErrorInvalidValue);
  if (const cudaError_t error = check_set(*parameters)) return set_error(error);
  return add(node, graph, dependencies, count, *parameters);
}
cudaError_t cudaGraphAddHostNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* dependencies,
                                 size_t count, const cudaHostNodeParams* parameters) {
  if (!parameters || !parameters->fn) return set_error(cudaErrorInvalidValue);
  return add(node, graph, dependencies, count, HostWork{*parameters});
}
cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* dependencies,
                                       size_t count, cudaGraph_t child) {
  if (!child) return set_error(cudaErrorInvalidValue);
  return add(node, graph, dependencies, count, ChildWork{clone(*child)});
}
cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* dependencies,
                                  size_t count) {
  return add(node, graph, dependencies, count, EmptyWork{});
}
cudaError_t cudaGraphAddEventRecordNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* dependencies,
                                        size_t count, cudaEvent_t event) {
  if (!is_event(event)) return set_error(cudaErrorInvalidResourceHandle);
  return add(node, graph, dependencies, count, RecordWork{event});
}
cudaError_t cudaGraphAddEventWaitNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* dependencies,
                                      size_t count, cudaEvent_t event) {
  if (!is_event(event)) return set_error(cudaErrorInvalidResourceHandle);
  return add(node, graph, dependencies, count, WaitWork{event});
}
cudaError_t cudaGraphAddMemAllocNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* dependencies,
                                     size_t count, cudaMemAllocNodeParams* parameters) {
  if (const cudaError_t error = ready()) return error;
  if (!parameters) return set_error(cudaErrorInvalidValue);
  AllocWork work{};
  if (const cudaError_t error = make_alloc(*parameters, &work)) return set_error(error);
  return add(node, graph, dependencies, count, std::move(work));
}
cudaError_t cudaGraphAddMemFreeNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* dependencies,
                                    size_t count, void* pointer) {
  if (!find_allocation(pointer)) return set_error(cudaErrorInvalidValue);
  return add(node, graph, dependencies, count, FreeWork{pointer});
}

cudaError_t cudaGraphConditionalHandleCreate(cudaGraphConditionalHandle* handle, cudaGraph_t graph,
                                             unsigned int default_value, unsigned int flags) {
  if (const cudaError_t error = ready()) return error;
  if (!handle || !graph || (flags & ~cudaGraphCondAssignDefault) != 0) return set_error(cudaErrorInvalidValue);
  *handle = make_condition(default_value, (flags & cudaGraphCondAssignDefault) != 0);
  graph->conditions.push_back(*handle);
  return cudaSuccess;
}

// ---- parameters of nodes ----

cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node, cudaGraphNodeType* type) {
  if (const cudaError_t error = ready()) return error;
  if (!node || !type) return set_error(cudaErrorInvalidValue);
  *type = type_of(node->payload);
  return cudaSuccess;
}
cudaError_t cudaGraphKernelNodeGetParams(cudaGraphNode_t node, cudaKernelNodeParams* parameters) {
  if (const cudaError_t error = ready()) return error;
  KernelWork* const work = payload_of<KernelWork>(node);
  if (!work || !parameters) return set_error(cudaErrorInvalidValue);
  const Grid& grid = work->grid;
  *parameters = {const_cast<void*>(work->kernel),
                 grid.grid,
                 grid.block,
                 static_cast<unsigned>(grid.shared),
                 work->arguments.empty() ? nullptr : work->arguments.data(),
                 nullptr};
  return cudaSuccess;
}
cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t node, const cudaKernelNodeParams* parameters) {
  if (!parameters) return set_error(cudaErrorInvalidValue);
  KernelWork work{};
  const cudaError_t invalid = make_kernel_work(*parameters, payload_of<KernelWork>(node), &work);
  return set(node, invalid, work);
}
cudaError_t cudaGraphMemcpyNodeGetParams(cudaGraphNode_t node, cudaMemcpy3DParms* parameters) {
  const cudaMemcpy3DParms* const copy = payload_of<cudaMemcpy3DParms>(node);
  if (!copy || !parameters) return set_error(cudaErrorInvalidValue);
  *parameters = *copy;
  return cudaSuccess;
}
cudaError_t cudaGraphMemcpyNodeSetParams(cudaGraphNode_t node, const cudaMemcpy3DParms* parameters) {
  if (!parameters) return set_error(cudaErrorInvalidValue);
  return set(node, check_copy(*parameters), *parameters);
}
cudaError_t cudaGraphMemcpyNodeSetParams1D(cudaGraphNode_t node, void* to, const void* from, size_t count,
                                           cudaMemcpyKind kind) {
  const cudaMemcpy3DParms copy = plain_copy(to, from, count, kind);
  return cudaGraphMemcpyNodeSetParams(node, &copy);
}
cudaError_t cudaGraphMemsetNodeGetParams(cudaGraphNode_t node, cudaMemsetParams* parameters) {
  const cudaMemsetParams* const known = payload_of<cudaMemsetParams>(node);
  if (!known || !parameters) return set_error(cudaErrorInvalidValue);
  *parameters = *known;
  return cudaSuccess;
}
cudaError_t cudaGraphMemsetNodeSetParams(cudaGraphNode_t node, const cudaMemsetParams* parameters) {
  if (!parameters) return set_error(cudaErrorInvalidValue);
  return set(node, check_set(*parameters), *parameters);
}
cudaError_t cudaGraphHostNodeGetParams(cudaGraphNode_t node, cudaHostNodeParams* parameters) {
  return get(node, parameters, &HostWork::call);
}
cudaError_t cudaGraphHostNodeSetParams(cudaGraphNode_t node, const cudaHostNodeParams* parameters) {
  if (!parameters || !parameters->fn) return set_error(cudaErrorInvalidValue);
  return set(node, cudaSuccess, HostWork{*parameters});
}
cudaError_t cudaGraphChildGraphNodeGetGraph(cudaGraphNode_t node, cudaGraph_t* graph) {
  const ChildWork* const child = payload_of<ChildWork>(node);
  if (!child || !graph) return set_error(cudaErrorInvalidValue);
  *graph = child->graph.get();
  return cudaSuccess;
}
cudaError_t cudaGraphEventRecordNodeGetEvent(cudaGraphNode_t node, cudaEvent_t* event) {
  return get(node, event, &RecordWork::event);
}
cudaError_t cudaGraphEventRecordNodeSetEvent(cudaGraphNode_t node, cudaEvent_t event) {
  return set(node, is_event(event) ? cudaSuccess : cudaErrorInvalidResourceHandle, RecordWork{event});
}
cudaError_t cudaGraphEventWaitNodeGetEvent(cudaGraphNode_t node, cudaEvent_t* event) {
  return get(node, event, &WaitWork::event);
}
cudaError_t cudaGraphEventWaitNodeSetEvent(cudaGraphNode_t node, cudaEvent_t event) {
  return set(node, is_event(event) ? cudaSuccess : cudaErrorInvalidResourceHandle, WaitWork{event});
}
cudaError_t cudaGraphMemAllocNodeGetParams(cudaGraphNode_t node, cudaMemAllocNodeParams* parameters) {
  return get(node, parameters, &AllocWork::parameters);
}
cudaError_t cudaGraphMemFreeNodeGetParams(cudaGraphNode_t node, void* pointer) {
  return get(node, static_cast<void**>(pointer), &FreeWork::pointer);
}
cudaError_t cudaGraphNodeSetParams(cudaGraphNode_t node, cudaGraphNodeParams* parameters) {
  if (const cudaError_t error = ready()) return error;
  if (!node || !parameters || parameters->type != type_of(node->payload)) return set_error(cudaErrorInvalidValue);
  Payload payload;
  if (const cudaError_t error = to_payload(*parameters, &payload)) return set_error(error);
  const std::lock_guard lock(stream_mutex());
  node->payload = std::move(payload);
  return cudaSuccess;
}

// ---- structure ----

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

cudaError_t cudaGraphDebugDotPrint(cudaGraph_t graph, const char* path, unsigned int) {
  if (const cudaError_t error = ready()) return error;
  if (!graph || !path) return set_error(cudaErrorInvalidValue);
  std::FILE* const file = std::fopen(path, "w");
  if (!file) return set_error(cudaErrorOperatingSystem);
  std::map<cudaGraphNode_t, std::size_t> numbers;
  std::fputs("digraph graph_1 {\n", file);
  for (const auto& node : graph->nodes) {
    const std::size_t number = numbers.size();
    numbers[node.get()] = number;
    const KernelWork* const kernel = std::get_if<KernelWork>(&node->payload);
    std::fprintf(file, "  n%zu [label=\"%s%s%s\"];\n", number, name_of(type_of(node->payload)), kernel ? "\\n" : "",
                 kernel ? kernel->grid.name : "");
  }
  for (const auto& node : graph->nodes) {
    for (const cudaGraphNode_t needed : node->dependencies) {
      std::fprintf(file, "  n%zu -> n%zu;\n", numbers[needed], numbers[node.get()]);
    }
  }
  std::fputs("}\n", file);
  return std::fclose(file) == 0 ? cudaSuccess : set_error(cudaErrorOperatingSystem);
}

// ---- objects that live as long as graphs refer to them ----

cudaError_t cudaUserObjectCreate(cudaUserObject_t* object, void* pointer, cudaHostFn_t destroy, unsigned int references,
                                 unsigned int flags) {
  if (const cudaError_t error = ready()) return error;
  if (!object || !destroy || references == 0 || flags != cudaUserObjectNoDestructorSync) {
    return set_error(cudaErrorInvalidValue);
  }
  *object = new CUuserObject_st{pointer, destroy, references};
  return cudaSuccess;
}
cudaError_t cudaUserObjectRetain(cudaUserObject_t object, unsigned int count) {
  if (!object || count == 0) return set_error(cudaErrorInvalidValue);
  object->references += count;
  return cudaSuccess;
}
cudaError_t cudaUserObjectRelease(cudaUserObject_t object, unsigned int count) {
  if (!object || count == 0 || count > object->references) return set_error(cudaErrorInvalidValue);
  object->references -= count;
  if (object->references > 0) return cudaSuccess;
  object->destroy(object->pointer);
  delete object;
  return cudaSuccess;
}
cudaError_t cudaGraphRetainUserObject(cudaGraph_t graph, cudaUserObject_t object, unsigned int count,
                                      unsigned int flags) {
  if (!graph || !object || count == 0) return set_error(cudaErrorInvalidValue);
  if ((flags & cudaGraphUserObjectMove) == 0) object->references += count;  // else the caller's pass to the graph
  graph->user_objects.emplace_back(object, count);
  return cudaSuccess;
}
cudaError_t cudaGraphReleaseUserObject(cudaGraph_t graph, cudaUserObject_t object, unsigned int count) {
  if (!graph || !object) return set_error(cudaErrorInvalidValue);
  for (auto& [held, held_count] : graph->user_objects) {
    if (held != object || held_count < count) continue;
    held_count -= count;
    if (held_count == 0) std::erase_if(graph->user_objects, [](const auto& entry) { return entry.second == 0; });
    return cudaUserObjectRelease(object, count);
  }
  return set_error(cudaErrorInvalidValue);
}
