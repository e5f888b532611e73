// Events: a time, and while a stream is captured, a place in its graph.
#include <algorithm>

#include "runtime/beside.hpp"
#include "runtime/graph.hpp"
#include "runtime/unchecked.hpp"

namespace cuda_emulator {
namespace {

std::vector<std::unique_ptr<CUevent_st>>& events() {
  static auto* const all = new std::vector<std::unique_ptr<CUevent_st>>;
  return *all;
}

// Destroyed by the program before a stream had recorded them.
std::vector<std::unique_ptr<CUevent_st>>& condemned() {
  static auto* const all = new std::vector<std::unique_ptr<CUevent_st>>;
  return *all;
}

cudaError_t find(cudaEvent_t event) {
  if (const cudaError_t error = ready()) return error;
  return is_event(event) ? cudaSuccess : set_error(cudaErrorInvalidResourceHandle);
}

void join(std::vector<cudaGraphNode_t>& nodes, const std::vector<cudaGraphNode_t>& more) {
  for (const cudaGraphNode_t node : more) {
    if (std::find(nodes.begin(), nodes.end(), node) == nodes.end()) nodes.push_back(node);
  }
}

// The running capture in which the event was recorded last, or null.
Capture* capture_of(cudaEvent_t event) {
  if (event->capture == 0) return nullptr;
  for (const auto& stream : all_streams()) {
    if (stream->capture && stream->capture->id == event->capture) return stream->capture;
  }
  return nullptr;
}

}  // namespace

bool is_event(cudaEvent_t event) {
  const std::lock_guard lock(stream_mutex());
  return std::any_of(events().begin(), events().end(), [=](const auto& known) { return known.get() == event; });
}

void record_now(cudaEvent_t event) {
  const std::lock_guard lock(stream_mutex());
  const auto gone = [=](const auto& known) { return known.get() == event; };
  if (std::erase_if(condemned(), gone) > 0) return;
  event->recorded = true;
  event->queued = false;
  event->capture = 0;
  event->time = std::chrono::steady_clock::now();
}

}  // namespace cuda_emulator

using namespace cuda_emulator;

cudaError_t cudaEventCreate(cudaEvent_t* event) {
  return cudaEventCreateWithFlags(event, cudaEventDefault);
}
cudaError_t cudaEventCreate(cudaEvent_t* event, unsigned int flags) {
  return cudaEventCreateWithFlags(event, flags);
}
cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned int flags) {
  if (const cudaError_t error = ready()) return error;
  constexpr unsigned known = cudaEventBlockingSync | cudaEventDisableTiming | cudaEventInterprocess;
  if (!event || (flags & ~known) != 0) return set_error(cudaErrorInvalidValue);
  if ((flags & cudaEventInterprocess) != 0) return set_error(cudaErrorNotSupported);
  const std::lock_guard lock(stream_mutex());
  events().push_back(std::unique_ptr<CUevent_st>(new CUevent_st{flags, current_device()}));
  *event = events().back().get();
  return cudaSuccess;
}
cudaError_t cudaEventDestroy(cudaEvent_t event) {
  if (const cudaError_t error = find(event)) return error;
  const std::lock_guard lock(stream_mutex());
  if (hooks.event_gone) hooks.event_gone(event);
  const auto found =
      std::find_if(events().begin(), events().end(), [=](const auto& known) { return known.get() == event; });
  if (event->queued) condemned().push_back(std::move(*found));  // it is freed after it has been recorded
  events().erase(found);
  return cudaSuccess;
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
  return cudaEventRecordWithFlags(event, stream, cudaEventRecordDefault);
}
cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t handle, unsigned int flags) {
  if (const cudaError_t error = find(event)) return error;
  const std::lock_guard lock(stream_mutex());
  CUstream_st* const stream = resolve(handle);
  if (!stream) return set_error(cudaErrorInvalidResourceHandle);
  if (stream->device != event->device) {
    return because(cudaErrorInvalidResourceHandle, [&] { return reason_of_other_device("the event", event->device); });
  }
  if (stream->capture && flags == cudaEventRecordDefault) {
    // Recorded into the graph instead of with a time: it marks the stream's last work.
    event->capture = stream->capture->id;
    event->frontier = stream->frontier;
    event->recorded = false;
    return cudaSuccess;
  }
  return submit(handle, RecordWork{event});
}

cudaError_t cudaStreamWaitEvent(cudaStream_t handle, cudaEvent_t event, unsigned int flags) {
  if (const cudaError_t error = find(event)) return error;
  const std::lock_guard lock(stream_mutex());
  CUstream_st* const stream = resolve(handle);
  if (!stream) return set_error(cudaErrorInvalidResourceHandle);
  Capture* const capture = capture_of(event);
  if (!capture) {
    if (stream->capture && flags != cudaEventWaitExternal) {
      stream->capture->invalid = true;
      return set_error(cudaErrorStreamCaptureIsolation);
    }
    return submit(handle, WaitWork{event});
  }
  if (stream->legacy) return set_error(cudaErrorStreamCaptureImplicit);
  if (stream->capture && stream->capture != capture) {
    stream->capture->invalid = capture->invalid = true;
    return set_error(cudaErrorStreamCaptureMerge);
  }
  stream->capture = capture;  // a fork: this stream's work now goes into the same graph
  join(stream->frontier, event->frontier);
  return cudaSuccess;
}

namespace {
cudaError_t wait_for(cudaEvent_t event, bool text) {
  if (const cudaError_t error = find(event)) return error;
  if (event->capture != 0) {
    const std::lock_guard lock(stream_mutex());
    if (Capture* capture = capture_of(event)) capture->invalid = true;
    return set_error(cudaErrorCapturedEvent);
  }
  if (hooks.host_waits) hooks.host_waits(nullptr, event);
  if (event->queued) wait_for_work_beside(event->device, event->number);
  const OnDevice of_event(event->device);
  return ready_and_waited(text, false, Waits::elsewhere);
}
}  // namespace

cudaError_t cudaEventQuery(cudaEvent_t event) {
  if (is_event(event) && event->queued && runs_beside_host(event->device)) return set_error(cudaErrorNotReady);
  return wait_for(event, false);
}
cudaError_t cudaEventSynchronize(cudaEvent_t event) {
  return wait_for(event, true);
}

cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t start, cudaEvent_t end) {
  if (!milliseconds) return set_error(cudaErrorInvalidValue);
  for (const cudaEvent_t event : {start, end}) {
    if (const cudaError_t error = find(event)) return error;
    if (!event->recorded || (event->flags & cudaEventDisableTiming) != 0) {
      return set_error(cudaErrorInvalidResourceHandle);
    }
  }
  if (start->device != end->device) return set_error(cudaErrorInvalidResourceHandle);
  if (const cudaError_t error = ready_and_waited(false)) return error;
  *milliseconds = std::chrono::duration<float, std::milli>(end->time - start->time).count();
  return cudaSuccess;
}
