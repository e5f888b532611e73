// The internals of streams, events and graphs. Work of a stream runs when it is submitted, unless the stream is being
// captured; then the same work becomes a node. So one type, Payload, describes the work of a stream and of a node.
#pragma once
#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <variant>
#include <vector>

#include "runtime/runtime.hpp"

namespace cuda_emulator {

// Memory that a graph allocates: the address is reserved for the graph as long as nodes name it.
struct GraphMemory {
  void* pointer = nullptr;
  ~GraphMemory() { release(pointer, MemoryKind::device); }
};

struct EmptyWork {};
struct KernelWork {
  Grid grid;
  const void* kernel;
  std::shared_ptr<void> keep;
  std::vector<void*> arguments{};  // where the copies are; unknown for a captured launch
};
struct HostWork {
  cudaHostNodeParams call;
};
struct ChildWork {
  std::shared_ptr<CUgraph_st> graph;
};
struct RecordWork {
  cudaEvent_t event;
};
struct WaitWork {
  cudaEvent_t event;
};
struct AllocWork {
  cudaMemAllocNodeParams parameters;
  std::shared_ptr<GraphMemory> memory;
};
struct FreeWork {
  void* pointer;
};
struct ConditionalWork {
  cudaGraphConditionalHandle handle;
  cudaGraphConditionalNodeType type;
  std::vector<std::shared_ptr<CUgraph_st>> bodies;
  std::shared_ptr<std::vector<cudaGraph_t>> handles;  // of the bodies: the program reads them here
};
// In the order of cudaGraphNodeType, as far as it lists them.
using Payload = std::variant<KernelWork, cudaMemcpy3DParms, cudaMemsetParams, HostWork, ChildWork, EmptyWork, WaitWork,
                             RecordWork, AllocWork, FreeWork, ConditionalWork>;
cudaGraphNodeType type_of(const Payload& payload);

struct Capture {
  cudaGraph_t graph;
  bool owns_graph;
  cudaStreamCaptureMode mode;
  CUstream_st* origin;
  const void* thread;  // identifies the host thread that began it
  unsigned long long id;
  bool invalid = false;
  std::vector<cudaGraphNode_t> left{};  // the last work of streams that joined and were destroyed
};

std::recursive_mutex& stream_mutex();  // guards streams, events, captures and the structure of graphs

CUstream_st* resolve(cudaStream_t stream);  // null: no such stream
bool is_event(cudaEvent_t event);
// Runs the payload, or adds it to the graph that the stream's work goes into. A kernel's failure is returned by the
// *next* call that waits, as on a GPU: submit stores it and returns cudaSuccess.
cudaError_t submit(cudaStream_t stream, Payload payload);
cudaError_t run(const Payload& payload);
void record_now(cudaEvent_t event);
const std::vector<std::unique_ptr<CUstream_st>>& all_streams();

void give_up_capture(CUstream_st* origin);  // the stream is destroyed before its capture has ended

// ---- graph.cpp ----
bool in_graph(const CUgraph_st& graph, cudaGraphNode_t node);
cudaGraphNode_t add_node(cudaGraph_t graph, const std::vector<cudaGraphNode_t>& dependencies, Payload payload);
// The nodes in an order that respects the edges; of the nodes that are ready, the one that was created first. Empty: a
// cycle.
std::vector<cudaGraphNode_t> in_order(const CUgraph_st& graph);
void copy_into(const CUgraph_st& graph, CUgraph_st& copy);  // shares the bodies of conditional nodes
std::shared_ptr<CUgraph_st> clone(const CUgraph_st& graph);

// ---- graph_nodes.cpp ----
// Without arguments the current ones stay: so a captured kernel can get another grid.
cudaError_t make_kernel_work(const cudaKernelNodeParams& parameters, const KernelWork* present, KernelWork* work);
cudaError_t to_payload(const cudaGraphNodeParams& parameters, Payload* payload);

// ---- graph_exec.cpp ----
// A graph was instantiated by this call of the program.
void note_graph_made(const CUgraph_st& graph, const void* call);
// The last such call whose graph has kernels, if the program has launched no graph at all; else null.
const void* call_of_unlaunched_graph();
bool condition(cudaGraphConditionalHandle handle, unsigned* value);  // false: invalid handle
cudaGraphConditionalHandle make_condition(unsigned default_value, bool assign_default);

}  // namespace cuda_emulator

struct CUstream_st {
  unsigned flags;
  int priority;
  int device;
  unsigned long long id;
  bool legacy;  // work on the default stream would wait for all streams that do not opt out
  cuda_emulator::Capture* capture = nullptr;
  std::vector<cudaGraphNode_t> frontier{};  // what the next captured node depends on
  cudaStreamAttrValue window{}, policy{};
};

namespace cuda_emulator {
inline StreamName name_of(const CUstream_st& stream) {
  return {stream.id, stream.device, stream.legacy, (stream.flags & cudaStreamNonBlocking) == 0};
}
}  // namespace cuda_emulator

struct CUevent_st {
  unsigned flags;
  int device;
  bool recorded = false;
  std::atomic<bool> queued = false;  // to be recorded after a grid that waits for others
  std::uint64_t number = 0;          // the last work after the grid that records the event
  std::chrono::steady_clock::time_point time{};
  unsigned long long capture = 0;  // the capture in which it was recorded last, or 0
  std::vector<cudaGraphNode_t> frontier{};
};

struct CUgraphNode_st {
  cudaGraph_t graph;
  unsigned long long id;  // grows with creation; a clone's nodes keep the original's
  cuda_emulator::Payload payload;
  std::vector<cudaGraphNode_t> dependencies;
};

struct CUuserObject_st {
  void* pointer;
  cudaHostFn_t destroy;
  unsigned references;
};

struct CUgraph_st {
  std::vector<std::unique_ptr<CUgraphNode_st>> nodes;
  std::vector<std::pair<cudaUserObject_t, unsigned>> user_objects;
  std::vector<cudaGraphConditionalHandle> conditions;
  CUgraph_st() = default;
  CUgraph_st(const CUgraph_st&) = delete;
  CUgraph_st& operator=(const CUgraph_st&) = delete;
  ~CUgraph_st();
};
