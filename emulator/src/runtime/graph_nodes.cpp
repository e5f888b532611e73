// Nodes of graphs: how they are added, and their parameters.
#include <algorithm>

#include "runtime/graph.hpp"

namespace cuda_emulator {
namespace {

cudaError_t add(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* dependencies, size_t count,
                Payload payload) {
  if (const cudaError_t error = ready()) return error;
  if (!node || !graph || (count > 0 && !dependencies)) return set_error(cudaErrorInvalidValue);
  const std::lock_guard lock(stream_mutex());
  std::vector<cudaGraphNode_t> nodes(dependencies, dependencies + count);
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

}  // namespace

cudaGraphNodeType type_of(const Payload& payload) {
  constexpr cudaGraphNodeType types[] = {
      cudaGraphNodeTypeKernel,   cudaGraphNodeTypeMemcpy,  cudaGraphNodeTypeMemset,     cudaGraphNodeTypeHost,
      cudaGraphNodeTypeGraph,    cudaGraphNodeTypeEmpty,   cudaGraphNodeTypeWaitEvent,  cudaGraphNodeTypeEventRecord,
      cudaGraphNodeTypeMemAlloc, cudaGraphNodeTypeMemFree, cudaGraphNodeTypeConditional};
  return types[payload.index()];
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
                false,      bound.run_row,      bound.arg.get(),     bound.arg_size};
  work->kernel = parameters.func;
  work->keep = bound.arg;
  work->arguments = std::move(bound.addresses);
  return check_launch(work->grid, work->kernel);
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
