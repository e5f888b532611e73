// Capture: between begin and end a stream's work becomes the nodes of a graph, and other streams join by waiting for
// its events.
#include <algorithm>
#include <set>

#include "runtime/graph.hpp"

namespace cuda_emulator {
namespace {

std::vector<std::unique_ptr<Capture>>& captures() {
  static auto* const all = new std::vector<std::unique_ptr<Capture>>;
  return *all;
}
thread_local cudaStreamCaptureMode thread_mode = cudaStreamCaptureModeGlobal;
const void* this_thread() {
  return &thread_mode;
}

void leave(const Capture* capture) {
  for (const auto& stream : all_streams()) {
    if (stream->capture != capture) continue;
    stream->capture = nullptr;
    stream->frontier.clear();
  }
}

// Is everything that other streams captured reachable from what the origin has waited for?
bool all_joined(const Capture& capture) {
  std::set<cudaGraphNode_t> reached;
  std::vector<cudaGraphNode_t> next = capture.origin->frontier;
  while (!next.empty()) {
    const cudaGraphNode_t node = next.back();
    next.pop_back();
    if (!reached.insert(node).second) continue;
    next.insert(next.end(), node->dependencies.begin(), node->dependencies.end());
  }
  const auto joined = [&](const std::vector<cudaGraphNode_t>& last) {
    return std::all_of(last.begin(), last.end(), [&](cudaGraphNode_t node) { return reached.contains(node); });
  };
  for (const auto& stream : all_streams()) {
    if (stream->capture == &capture && !joined(stream->frontier)) return false;
  }
  return joined(capture.left);
}

cudaError_t begin(cudaStream_t handle, cudaGraph_t graph, std::vector<cudaGraphNode_t> frontier,
                  cudaStreamCaptureMode mode) {
  if (const cudaError_t error = ready()) return error;
  if (mode < cudaStreamCaptureModeGlobal || mode > cudaStreamCaptureModeRelaxed) {
    return set_error(cudaErrorInvalidValue);
  }
  const std::lock_guard lock(stream_mutex());
  CUstream_st* const stream = resolve(handle);
  if (!stream) return set_error(cudaErrorInvalidResourceHandle);
  // The default stream has side effects on others that a graph cannot express; cudaStreamPerThread has none.
  if (stream->legacy) return set_error(cudaErrorStreamCaptureUnsupported);
  if (stream->capture) return set_error(cudaErrorIllegalState);
  static unsigned long long last_id = 0;
  auto capture = std::make_unique<Capture>();
  capture->graph = graph ? graph : new CUgraph_st;
  capture->owns_graph = !graph;
  capture->mode = mode;
  capture->origin = stream;
  capture->thread = this_thread();
  capture->id = ++last_id;
  stream->capture = capture.get();
  stream->frontier = std::move(frontier);
  captures().push_back(std::move(capture));
  return cudaSuccess;
}

}  // namespace

void give_up_capture(CUstream_st* origin) {
  Capture* const capture = origin->capture;
  if (!capture || capture->origin != origin) return;
  leave(capture);
  if (capture->owns_graph) delete capture->graph;
  std::erase_if(captures(), [=](const auto& known) { return known.get() == capture; });
}

cudaError_t refuse_while_capturing() {
  const std::lock_guard lock(stream_mutex());
  bool refused = false;
  for (const auto& capture : captures()) {
    const bool own = capture->thread == this_thread();
    const bool guarded = capture->mode == cudaStreamCaptureModeGlobal
                             ? own || thread_mode == cudaStreamCaptureModeGlobal
                             : own && capture->mode == cudaStreamCaptureModeThreadLocal;
    if (!guarded || thread_mode == cudaStreamCaptureModeRelaxed) continue;
    capture->invalid = refused = true;
  }
  return refused ? set_error(cudaErrorStreamCaptureUnsupported) : cudaSuccess;
}

cudaError_t refuse_beside_any_capture() {
  const std::lock_guard lock(stream_mutex());
  bool refused = false;
  for (const auto& capture : captures()) {
    if (capture->origin->device == this_thread_device) capture->invalid = refused = true;
  }
  return refused ? set_error(cudaErrorStreamCaptureUnsupported) : cudaSuccess;
}

cudaError_t refuse_implicit(cudaStream_t handle) {
  if (handle != nullptr && handle != cudaStreamLegacy) return cudaSuccess;
  bool refused = false;
  for (const auto& capture : captures()) {
    if ((capture->origin->flags & cudaStreamNonBlocking) != 0) continue;
    capture->invalid = refused = true;
  }
  return refused ? set_error(cudaErrorStreamCaptureImplicit) : cudaSuccess;
}

}  // namespace cuda_emulator

using namespace cuda_emulator;

cudaError_t cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode mode) {
  return begin(stream, nullptr, {}, mode);
}
cudaError_t cudaStreamBeginCaptureToGraph(cudaStream_t stream, cudaGraph_t graph, const cudaGraphNode_t* dependencies,
                                          const cudaGraphEdgeData*, size_t count, cudaStreamCaptureMode mode) {
  if (!graph || (count > 0 && !dependencies)) return set_error(cudaErrorInvalidValue);
  return begin(stream, graph, {dependencies, dependencies + count}, mode);
}

cudaError_t cudaStreamEndCapture(cudaStream_t handle, cudaGraph_t* graph) {
  if (const cudaError_t error = ready()) return error;
  const std::lock_guard lock(stream_mutex());
  CUstream_st* const stream = resolve(handle);
  if (!stream) return set_error(cudaErrorInvalidResourceHandle);
  Capture* const capture = stream->capture;
  // After a capture into an existing graph the program need not receive it.
  if (!graph && (!capture || capture->owns_graph)) return set_error(cudaErrorInvalidValue);
  if (graph) *graph = nullptr;
  if (!capture) return set_error(cudaErrorIllegalState);
  if (capture->origin != stream) {
    capture->invalid = true;
    return set_error(cudaErrorStreamCaptureUnmatched);
  }
  if (capture->thread != this_thread() && capture->mode != cudaStreamCaptureModeRelaxed) {
    return set_error(cudaErrorStreamCaptureWrongThread);
  }
  const cudaError_t error = capture->invalid        ? cudaErrorStreamCaptureInvalidated
                            : !all_joined(*capture) ? cudaErrorStreamCaptureUnjoined
                                                    : cudaSuccess;
  stream->capture = nullptr;
  stream->frontier.clear();
  leave(capture);
  if (error == cudaSuccess) {
    if (graph) *graph = capture->graph;
  } else if (capture->owns_graph) {
    delete capture->graph;
  }
  std::erase_if(captures(), [=](const auto& known) { return known.get() == capture; });
  return set_error(error);
}

cudaError_t cudaStreamIsCapturing(cudaStream_t stream, cudaStreamCaptureStatus* status) {
  return cudaStreamGetCaptureInfo(stream, status);
}
cudaError_t cudaStreamGetCaptureInfo(cudaStream_t handle, cudaStreamCaptureStatus* status, unsigned long long* id,
                                     cudaGraph_t* graph, const cudaGraphNode_t** dependencies,
                                     const cudaGraphEdgeData** edges, size_t* count) {
  if (const cudaError_t error = ready()) return error;
  const std::lock_guard lock(stream_mutex());
  CUstream_st* const stream = resolve(handle);
  if (!stream) return set_error(cudaErrorInvalidResourceHandle);
  if (!status) return set_error(cudaErrorInvalidValue);
  const Capture* const capture = stream->capture;
  *status = !capture           ? cudaStreamCaptureStatusNone
            : capture->invalid ? cudaStreamCaptureStatusInvalidated
                               : cudaStreamCaptureStatusActive;
  if (*status != cudaStreamCaptureStatusActive) return cudaSuccess;
  if (id) *id = capture->id;
  if (graph) *graph = capture->graph;
  if (dependencies) *dependencies = stream->frontier.data();
  if (edges) *edges = nullptr;  // all edges are plain
  if (count) *count = stream->frontier.size();
  return cudaSuccess;
}

cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t handle, cudaGraphNode_t* dependencies,
                                                const cudaGraphEdgeData*, size_t count, unsigned int flags) {
  if (const cudaError_t error = ready()) return error;
  const std::lock_guard lock(stream_mutex());
  CUstream_st* const stream = resolve(handle);
  if (!stream) return set_error(cudaErrorInvalidResourceHandle);
  if (!stream->capture) return set_error(cudaErrorIllegalState);
  if (count > 0 && !dependencies) return set_error(cudaErrorInvalidValue);
  if (flags == cudaStreamSetCaptureDependencies) stream->frontier.clear();
  stream->frontier.insert(stream->frontier.end(), dependencies, dependencies + count);
  return cudaSuccess;
}

cudaError_t cudaThreadExchangeStreamCaptureMode(cudaStreamCaptureMode* mode) {
  if (!mode || *mode < cudaStreamCaptureModeGlobal || *mode > cudaStreamCaptureModeRelaxed) {
    return set_error(cudaErrorInvalidValue);
  }
  std::swap(*mode, thread_mode);
  return cudaSuccess;
}
