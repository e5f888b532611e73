// Instances of graphs. An instance is a copy of the graph whose nodes keep the numbers of the originals, so that calls
// that name a node of the original find it; a launch runs the nodes one after another.
#include "runtime/graph_exec.hpp"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <map>
#include <set>

#include "runtime/beside.hpp"

namespace cuda_emulator {
namespace {

struct Condition {
  std::atomic<unsigned> value;
  unsigned default_value;
  bool assign_default;
};
std::map<cudaGraphConditionalHandle, Condition>& conditions() {
  static auto* const all = new std::map<cudaGraphConditionalHandle, Condition>;
  return *all;
}

cudaError_t run_whole(const CUgraph_st& graph) {
  return run_all(graph, in_order(graph), {});
}

cudaError_t run_conditional(const ConditionalWork& work) {
  unsigned value = 0;
  condition(work.handle, &value);
  switch (work.type) {
    case cudaGraphCondTypeIf:
      if (value != 0) return run_whole(*work.bodies[0]);
      return work.bodies.size() > 1 ? run_whole(*work.bodies[1]) : cudaSuccess;
    case cudaGraphCondTypeWhile:
      while (value != 0 && !device_failed()) {
        if (const cudaError_t error = run_whole(*work.bodies[0])) return error;
        condition(work.handle, &value);
      }
      return cudaSuccess;
    case cudaGraphCondTypeSwitch:
      return value < work.bodies.size() ? run_whole(*work.bodies[value]) : cudaSuccess;
  }
  return cudaErrorInvalidValue;
}

}  // namespace

cudaError_t run_all(const CUgraph_st& graph, const std::vector<cudaGraphNode_t>& order,
                    const std::set<unsigned long long>& disabled) {
  for (const cudaGraphConditionalHandle handle : graph.conditions) {
    Condition& known = conditions().at(handle);
    if (known.assign_default) known.value = known.default_value;
  }
  for (const cudaGraphNode_t node : order) {
    if (device_failed()) return cudaSuccess;  // returned by the next call that waits
    if (disabled.contains(node->id)) continue;
    cudaError_t error;
    if (const auto* child = std::get_if<ChildWork>(&node->payload)) {
      error = run_whole(*child->graph);
    } else if (const auto* conditional = std::get_if<ConditionalWork>(&node->payload)) {
      error = run_conditional(*conditional);
    } else {
      error = run(node->payload);
    }
    if (error) return error;
  }
  return cudaSuccess;
}

namespace {

// True if one of its kernels may.
bool may_wait_for_others(const CUgraph_st& graph) {
  return device_count() > 1 && std::any_of(graph.nodes.begin(), graph.nodes.end(), [](const auto& node) {
           const auto* const kernel = std::get_if<KernelWork>(&node->payload);
           return kernel && cuda_emulator::may_wait_for_others(kernel->grid);
         });
}

// Memory that the graph allocates must be free when it is launched again.
cudaError_t prepare_memory(const CUgraphExec_st& instance) {
  for (const cudaGraphNode_t node : instance.order) {
    const auto* const work = std::get_if<AllocWork>(&node->payload);
    if (!work || !is_accessible(work->memory->pointer)) continue;
    if ((instance.flags & cudaGraphInstantiateFlagAutoFreeOnLaunch) == 0) return cudaErrorInvalidValue;
    set_accessible(work->memory->pointer, false);
  }
  return cudaSuccess;
}

std::atomic<bool> any_launched = false;
std::atomic<const void*> last_made = nullptr;

cudaError_t instantiate(cudaGraphExec_t* instance, cudaGraph_t graph, unsigned long long flags, const void* call) {
  if (const cudaError_t error = ready()) return error;
  if (!instance || !graph) return set_error(cudaErrorInvalidValue);
  const std::lock_guard lock(stream_mutex());
  if (!may_be_launched_by_kernels(*graph, flags)) return set_error(cudaErrorInvalidValue);
  auto made = std::unique_ptr<CUgraphExec_st>(new CUgraphExec_st{clone(*graph)});
  made->order = in_order(*made->graph);
  made->flags = flags;
  if (made->order.size() != graph->nodes.size()) return set_error(cudaErrorInvalidValue);  // a cycle
  made->uploaded = (flags & cudaGraphInstantiateFlagUpload) != 0;
  *instance = made.release();
  note_graph_made(*graph, call);
  return cudaSuccess;
}

// The instance's copy of a node of the graph it was made from, or null.
CUgraphNode_st* copy_of(cudaGraphExec_t instance, cudaGraphNode_t node) {
  if (!instance || !node) return nullptr;
  for (const auto& copy : instance->graph->nodes) {
    if (copy->id == node->id) return copy.get();
  }
  return nullptr;
}

template <typename T>
cudaError_t set(cudaGraphExec_t instance, cudaGraphNode_t node, cudaError_t invalid, T payload) {
  if (const cudaError_t error = ready()) return error;
  CUgraphNode_st* const copy = copy_of(instance, node);
  if (!copy || !std::holds_alternative<T>(copy->payload)) return set_error(cudaErrorInvalidValue);
  if (invalid) return set_error(invalid);
  copy->payload = std::move(payload);
  return cudaSuccess;
}

cudaGraphExecUpdateResult compare(const CUgraph_st& old_graph, const CUgraph_st& new_graph, std::size_t* where) {
  *where = 0;
  if (old_graph.nodes.size() != new_graph.nodes.size()) return cudaGraphExecUpdateErrorTopologyChanged;
  std::map<cudaGraphNode_t, std::size_t> old_index, new_index;
  for (std::size_t i = 0; i < old_graph.nodes.size(); ++i) {
    *where = i;
    const CUgraphNode_st &before = *old_graph.nodes[i], &after = *new_graph.nodes[i];
    old_index[old_graph.nodes[i].get()] = new_index[new_graph.nodes[i].get()] = i;
    if (before.payload.index() != after.payload.index()) return cudaGraphExecUpdateErrorNodeTypeChanged;
    std::multiset<std::size_t> old_needs, new_needs;
    for (const cudaGraphNode_t node : before.dependencies) old_needs.insert(old_index[node]);
    for (const cudaGraphNode_t node : after.dependencies) new_needs.insert(new_index[node]);
    if (old_needs != new_needs) return cudaGraphExecUpdateErrorTopologyChanged;
    if (std::holds_alternative<AllocWork>(after.payload) || std::holds_alternative<ConditionalWork>(after.payload)) {
      return cudaGraphExecUpdateErrorNotSupported;
    }
  }
  return cudaGraphExecUpdateSuccess;
}

}  // namespace

void note_graph_made(const CUgraph_st& graph, const void* call) {
  const bool kernels = std::any_of(graph.nodes.begin(), graph.nodes.end(),
                                   [](const auto& node) { return std::holds_alternative<KernelWork>(node->payload); });
  if (kernels) last_made = call;
}
const void* call_of_unlaunched_graph() {
  return any_launched ? nullptr : last_made.load();
}

bool condition(cudaGraphConditionalHandle handle, unsigned* value) {
  const auto known = conditions().find(handle);
  if (known == conditions().end()) return false;
  *value = known->second.value;
  return true;
}
cudaGraphConditionalHandle make_condition(unsigned default_value, bool assign_default) {
  static cudaGraphConditionalHandle last = 0;
  Condition& made = conditions()[++last];
  made.value = made.default_value = default_value;
  made.assign_default = assign_default;
  return last;
}

}  // namespace cuda_emulator

using namespace cuda_emulator;

void cudaGraphSetConditional(cudaGraphConditionalHandle handle, unsigned int value) {
  const auto known = conditions().find(handle);
  if (known != conditions().end()) known->second.value = value;
}

cudaError_t cudaGraphInstantiate(cudaGraphExec_t* instance, cudaGraph_t graph, unsigned long long flags) {
  return instantiate(instance, graph, flags, __builtin_return_address(0));
}
cudaError_t cudaGraphInstantiate(cudaGraphExec_t* instance, cudaGraph_t graph, cudaGraphNode_t* error_node, char* log,
                                 size_t log_size) {
  if (error_node) *error_node = nullptr;
  if (log && log_size > 0) *log = '\0';
  return instantiate(instance, graph, 0, __builtin_return_address(0));
}
cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t* instance, cudaGraph_t graph, unsigned long long flags) {
  return instantiate(instance, graph, flags, __builtin_return_address(0));
}
cudaError_t cudaGraphInstantiateWithParams(cudaGraphExec_t* instance, cudaGraph_t graph,
                                           cudaGraphInstantiateParams* parameters) {
  if (!parameters) return set_error(cudaErrorInvalidValue);
  const cudaError_t error = instantiate(instance, graph, parameters->flags, __builtin_return_address(0));
  parameters->errNode_out = nullptr;
  parameters->result_out = error ? cudaGraphInstantiateError : cudaGraphInstantiateSuccess;
  return error;
}
cudaError_t cudaGraphExecDestroy(cudaGraphExec_t instance) {
  if (!instance) return set_error(cudaErrorInvalidValue);
  if (runs_beside_host()) {  // it may be running
    for (int device = 0; device < device_count(); ++device) wait_for_grid_beside(device);
  }
  delete instance;
  return cudaSuccess;
}
cudaError_t cudaGraphExecGetFlags(cudaGraphExec_t instance, unsigned long long* flags) {
  if (!instance || !flags) return set_error(cudaErrorInvalidValue);
  *flags = instance->flags;
  return cudaSuccess;
}
cudaError_t cudaGraphUpload(cudaGraphExec_t instance, cudaStream_t stream) {
  if (!instance) return set_error(cudaErrorInvalidValue);
  instance->uploaded = true;
  return submit(stream, Payload(EmptyWork{}));
}

cudaError_t cudaGraphLaunch(cudaGraphExec_t instance, cudaStream_t handle) {
  any_launched = true;
  if (in_kernel()) return set_error(launch_from_kernel(instance, handle));
  if (const cudaError_t error = ready()) return error;
  if (!instance) return set_error(cudaErrorInvalidValue);
  StreamName name;
  {
    const std::lock_guard lock(stream_mutex());
    const CUstream_st* const stream = resolve(handle);
    if (!stream) return set_error(cudaErrorInvalidResourceHandle);
    if (stream->capture) {  // it does not become a child graph
      stream->capture->invalid = true;
      return set_error(cudaErrorStreamCaptureUnsupported);
    }
    if (const cudaError_t error = refuse_implicit(handle)) return error;
    name = name_of(*stream);
  }
  if (const cudaError_t error = prepare_memory(*instance)) return set_error(error);
  instance->uploaded = true;
  CUstream_st* const stream = resolve(handle);
  if (runs_beside_host(stream->device)) {
    run_behind_grid([instance] { run_with_launched(instance); }, stream);
    return cudaSuccess;
  }
  if (may_wait_for_others(*instance->graph) || runs_beside_host()) {
    return set_error(run_beside_host([instance] { return run_with_launched(instance); }, stream));
  }
  if (hooks.work_begin) hooks.work_begin(name, __builtin_return_address(0));
  const cudaError_t error = run_with_launched(instance);
  if (hooks.work_end) hooks.work_end();
  return set_error(error);
}

cudaError_t cudaGraphExecUpdate(cudaGraphExec_t instance, cudaGraph_t graph, cudaGraphExecUpdateResultInfo* result) {
  if (const cudaError_t error = ready()) return error;
  if (!instance || !graph || !result) return set_error(cudaErrorInvalidValue);
  const std::lock_guard lock(stream_mutex());
  std::size_t where;
  *result = {compare(*instance->graph, *graph, &where), nullptr, nullptr};
  if (result->result != cudaGraphExecUpdateSuccess) {
    const bool named = where < graph->nodes.size();
    if (named) result->errorNode = graph->nodes[where].get();
    return set_error(cudaErrorGraphExecUpdateFailure);
  }
  for (std::size_t i = 0; i < graph->nodes.size(); ++i) instance->graph->nodes[i]->payload = graph->nodes[i]->payload;
  return cudaSuccess;
}
cudaError_t cudaGraphExecUpdate(cudaGraphExec_t instance, cudaGraph_t graph, cudaGraphNode_t* error_node,
                                cudaGraphExecUpdateResult* result) {
  cudaGraphExecUpdateResultInfo info{};
  const cudaError_t error = cudaGraphExecUpdate(instance, graph, &info);
  if (error_node) *error_node = info.errorNode;
  if (result) *result = info.result;
  return error;
}

cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t instance, cudaGraphNode_t node,
                                             const cudaKernelNodeParams* parameters) {
  if (!parameters) return set_error(cudaErrorInvalidValue);
  KernelWork work{};
  CUgraphNode_st* const copy = copy_of(instance, node);
  const KernelWork* const present = copy ? std::get_if<KernelWork>(&copy->payload) : nullptr;
  const cudaError_t invalid = make_kernel_work(*parameters, present, &work);
  return set(instance, node, invalid, work);
}
cudaError_t cudaGraphExecMemcpyNodeSetParams(cudaGraphExec_t instance, cudaGraphNode_t node,
                                             const cudaMemcpy3DParms* parameters) {
  if (!parameters) return set_error(cudaErrorInvalidValue);
  return set(instance, node, check_copy(*parameters), *parameters);
}
cudaError_t cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t instance, cudaGraphNode_t node, void* to,
                                               const void* from, size_t count, cudaMemcpyKind kind) {
  const cudaMemcpy3DParms copy = plain_copy(to, from, count, kind);
  return cudaGraphExecMemcpyNodeSetParams(instance, node, &copy);
}
cudaError_t cudaGraphExecMemsetNodeSetParams(cudaGraphExec_t instance, cudaGraphNode_t node,
                                             const cudaMemsetParams* parameters) {
  if (!parameters) return set_error(cudaErrorInvalidValue);
  return set(instance, node, check_set(*parameters), *parameters);
}
cudaError_t cudaGraphExecHostNodeSetParams(cudaGraphExec_t instance, cudaGraphNode_t node,
                                           const cudaHostNodeParams* parameters) {
  if (!parameters || !parameters->fn) return set_error(cudaErrorInvalidValue);
  return set(instance, node, cudaSuccess, HostWork{*parameters});
}
cudaError_t cudaGraphExecChildGraphNodeSetParams(cudaGraphExec_t instance, cudaGraphNode_t node, cudaGraph_t child) {
  if (!child) return set_error(cudaErrorInvalidValue);
  return set(instance, node, cudaSuccess, ChildWork{clone(*child)});
}
cudaError_t cudaGraphExecEventRecordNodeSetEvent(cudaGraphExec_t instance, cudaGraphNode_t node, cudaEvent_t event) {
  return set(instance, node, is_event(event) ? cudaSuccess : cudaErrorInvalidResourceHandle, RecordWork{event});
}
cudaError_t cudaGraphExecEventWaitNodeSetEvent(cudaGraphExec_t instance, cudaGraphNode_t node, cudaEvent_t event) {
  return set(instance, node, is_event(event) ? cudaSuccess : cudaErrorInvalidResourceHandle, WaitWork{event});
}
cudaError_t cudaGraphExecNodeSetParams(cudaGraphExec_t instance, cudaGraphNode_t node,
                                       cudaGraphNodeParams* parameters) {
  if (const cudaError_t error = ready()) return error;
  CUgraphNode_st* const copy = copy_of(instance, node);
  if (!copy || !parameters || parameters->type != type_of(copy->payload)) return set_error(cudaErrorInvalidValue);
  Payload payload;
  if (const cudaError_t error = to_payload(*parameters, &payload)) return set_error(error);
  copy->payload = std::move(payload);
  return cudaSuccess;
}
cudaError_t cudaGraphNodeSetEnabled(cudaGraphExec_t instance, cudaGraphNode_t node, unsigned int enabled) {
  if (const cudaError_t error = ready()) return error;
  const CUgraphNode_st* const copy = copy_of(instance, node);
  // Only nodes that can be left out without undefined results.
  if (!copy || copy->payload.index() > 2) return set_error(cudaErrorInvalidValue);
  if (enabled != 0) {
    instance->disabled.erase(copy->id);
  } else {
    instance->disabled.insert(copy->id);
  }
  return cudaSuccess;
}
cudaError_t cudaGraphNodeGetEnabled(cudaGraphExec_t instance, cudaGraphNode_t node, unsigned int* enabled) {
  if (const cudaError_t error = ready()) return error;
  const CUgraphNode_st* const copy = copy_of(instance, node);
  if (!copy || !enabled) return set_error(cudaErrorInvalidValue);
  *enabled = !instance->disabled.contains(copy->id);
  return cudaSuccess;
}

// Memory of graphs: reserved as long as a graph or an instance names it.
cudaError_t cudaDeviceGetGraphMemAttribute(int device, cudaGraphMemAttributeType attribute, void* value) {
  if (const cudaError_t error = ready()) return error;
  if (!valid_device(device)) return set_error(cudaErrorInvalidDevice);
  if (!value) return set_error(cudaErrorInvalidValue);
  const GraphMemoryUse use = graph_memory_use(device);
  auto* const bytes = static_cast<std::uint64_t*>(value);
  switch (attribute) {
    case cudaGraphMemAttrUsedMemCurrent:
      return *bytes = use.used, cudaSuccess;
    case cudaGraphMemAttrUsedMemHigh:
      return *bytes = use.used_high, cudaSuccess;
    case cudaGraphMemAttrReservedMemCurrent:
      return *bytes = use.reserved, cudaSuccess;
    case cudaGraphMemAttrReservedMemHigh:
      return *bytes = use.reserved_high, cudaSuccess;
  }
  return set_error(cudaErrorInvalidValue);
}
cudaError_t cudaDeviceSetGraphMemAttribute(int device, cudaGraphMemAttributeType attribute, void* value) {
  if (const cudaError_t error = ready()) return error;
  if (!valid_device(device)) return set_error(cudaErrorInvalidDevice);
  const bool high = attribute == cudaGraphMemAttrUsedMemHigh || attribute == cudaGraphMemAttrReservedMemHigh;
  if (!value || !high || *static_cast<std::uint64_t*>(value) != 0) return set_error(cudaErrorInvalidValue);
  reset_graph_memory_high(device);
  return cudaSuccess;
}
cudaError_t cudaDeviceGraphMemTrim(int device) {
  if (const cudaError_t error = ready()) return error;
  return valid_device(device) ? cudaSuccess : set_error(cudaErrorInvalidDevice);
}
