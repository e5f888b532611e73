// Streams. Work runs when it is submitted, in the order in which the program submits it: one of the orders that the
// streams of a GPU may choose. There is no overlap, on which a program must not rely; everything that it may rely on
// holds.
#include <algorithm>
#include <array>

#include "engine/print.hpp"
#include "runtime/beside.hpp"
#include "runtime/graph.hpp"
#include "runtime/unchecked.hpp"

namespace cuda_emulator {
namespace {

std::vector<std::unique_ptr<CUstream_st>>& streams() {
  static auto* const all = new std::vector<std::unique_ptr<CUstream_st>>;
  return *all;
}
unsigned long long next_id() {
  static unsigned long long last = 2;
  return ++last;
}

// The default streams exist from the start, one of each kind per device.
CUstream_st* default_stream(bool legacy) {
  struct Pair {
    CUstream_st of[2] = {{cudaStreamDefault, 0, 0, 1, true}, {cudaStreamDefault, 0, 0, 2, false}};
  };
  static auto* const devices = new std::array<Pair, 64>;
  CUstream_st& stream = (*devices)[current_device()].of[legacy ? 0 : 1];
  stream.device = current_device();
  return &stream;
}

thread_local bool in_callback = false;

cudaError_t create(cudaStream_t* stream, unsigned flags, int priority) {
  if (const cudaError_t error = ready()) return error;
  if (!stream || (flags & ~cudaStreamNonBlocking) != 0) return set_error(cudaErrorInvalidValue);
  const std::lock_guard lock(stream_mutex());
  priority = std::clamp(priority, greatest_priority, 0);
  streams().push_back(
      std::unique_ptr<CUstream_st>(new CUstream_st{flags, priority, current_device(), next_id(), false}));
  *stream = streams().back().get();
  return cudaSuccess;
}

// The stream, or the error of an invalid handle.
cudaError_t find(cudaStream_t stream, CUstream_st** found) {
  if (const cudaError_t error = ready()) return error;
  *found = resolve(stream);
  return *found ? cudaSuccess : set_error(cudaErrorInvalidResourceHandle);
}

// Waiting for a stream that is being captured can never end: the capture is invalidated.
cudaError_t refuse_captured(CUstream_st* stream) {
  const std::lock_guard lock(stream_mutex());
  if (!stream->capture) return cudaSuccess;
  stream->capture->invalid = true;
  return set_error(cudaErrorStreamCaptureUnsupported);
}

}  // namespace

std::recursive_mutex& stream_mutex() {
  static auto* const mutex = new std::recursive_mutex;
  return *mutex;
}

const std::vector<std::unique_ptr<CUstream_st>>& all_streams() {
  return streams();
}

CUstream_st* resolve(cudaStream_t stream) {
  if (stream == nullptr || stream == cudaStreamLegacy) return default_stream(true);
  if (stream == cudaStreamPerThread) return default_stream(false);
  const std::lock_guard lock(stream_mutex());
  const bool known = std::any_of(streams().begin(), streams().end(), [=](const auto& s) { return s.get() == stream; });
  return known ? stream : nullptr;
}

bool has_streams() {
  const std::lock_guard lock(stream_mutex());
  return !streams().empty();
}

namespace {
// The default stream's work waits for all other streams' and they for it, except for non-blocking streams.
bool follows_grid_beside(CUstream_st* stream) {
  const bool blocking = (stream->flags & cudaStreamNonBlocking) == 0;
  return runs_beside_host(stream) || (stream->legacy && !runs_beside_host_apart(stream->device)) ||
         (blocking && runs_beside_host(resolve(cudaStreamLegacy)));
}
}  // namespace

bool calls_are_permitted() {
  return !in_callback;
}

cudaError_t run(const Payload& payload) {
  struct Runner {
    cudaError_t operator()(const KernelWork& work) const { return run_grid(work.grid); }
    cudaError_t operator()(const cudaMemcpy3DParms& copy) const { return run_copy(copy); }
    cudaError_t operator()(const cudaMemsetParams& set) const { return run_set(set); }
    cudaError_t operator()(const HostWork& work) const {
      write_kernel_text();
      in_callback = true;
      work.call.fn(work.call.userData);
      in_callback = false;
      return cudaSuccess;
    }
    cudaError_t operator()(const RecordWork& work) const {
      if (hooks.event_recorded) hooks.event_recorded(work.event);
      return record_now(work.event), cudaSuccess;
    }
    cudaError_t operator()(const FreeWork& work) const { return set_accessible(work.pointer, false), cudaSuccess; }
    cudaError_t operator()(const AllocWork& work) const {
      return set_accessible(work.memory->pointer, true), cudaSuccess;
    }
    cudaError_t operator()(const WaitWork& work) const {
      if (hooks.event_awaited) hooks.event_awaited(work.event);
      return cudaSuccess;  // all earlier work has run
    }
    cudaError_t operator()(const EmptyWork&) const { return cudaSuccess; }
    // These two exist only in graphs, whose instances run them.
    cudaError_t operator()(const ChildWork&) const { return cudaErrorInvalidValue; }
    cudaError_t operator()(const ConditionalWork&) const { return cudaErrorInvalidValue; }
  };
  const cudaError_t error = std::visit(Runner(), payload);
  if (!is_sticky(error)) return error;
  fail_later(error);
  return cudaSuccess;
}

cudaError_t submit(cudaStream_t handle, Payload payload) {
  CUstream_st* stream;
  if (const cudaError_t error = find(handle, &stream)) return error;
  if (std::holds_alternative<KernelWork>(payload) && stream->device != current_device()) {
    return because(cudaErrorInvalidResourceHandle,
                   [&] { return reason_of_other_device("the stream", stream->device); });
  }
  {
    const std::lock_guard lock(stream_mutex());
    if (stream->capture) {
      if (stream->capture->invalid) return set_error(cudaErrorStreamCaptureInvalidated);
      stream->frontier = {add_node(stream->capture->graph, stream->frontier, std::move(payload))};
      return cudaSuccess;
    }
    if (const cudaError_t error = refuse_implicit(handle)) return error;
  }
  // After a failure that no call has returned yet the device executes nothing more.
  if (device_failed()) return cudaSuccess;
  const auto* const kernel = std::get_if<KernelWork>(&payload);
  if (const auto* const wait = std::get_if<WaitWork>(&payload); wait && wait->event->queued) {
    // The event's device records it after all earlier work: this stream's work follows it.
    const int device = wait->event->device;
    run_behind_grid([device, number = wait->event->number] { wait_for_work_beside(device, number); }, stream);
    return cudaSuccess;
  }
  if (runs_beside_host(stream->device) && (kernel || follows_grid_beside(stream))) {
    const auto* const record = std::get_if<RecordWork>(&payload);
    const cudaEvent_t event = record ? record->event : nullptr;
    if (event) event->queued = true;
    const std::uint64_t number = run_behind_grid([payload = std::move(payload)] { run(payload); }, stream);
    if (event) event->number = number;
    return cudaSuccess;
  }
  // Beside a grid of another device, all grids run on their own thread: a thread of the program that runs one could not
  // launch the grid that it waits for.
  if (kernel && (may_wait_for_others(kernel->grid) || runs_beside_host())) {
    const auto work = [grid = kernel->grid, keep = kernel->keep] { return run_grid(grid); };
    const cudaError_t error = run_beside_host(work, stream);
    if (!is_sticky(error)) return set_error(error);
    fail_later(error);
    return cudaSuccess;
  }
  if (!hooks.work_begin) return set_error(run(payload));
  const StreamName name = name_of(*stream);
  hooks.work_begin(name, ApiCall::current());
  const cudaError_t failure = run(payload);
  hooks.work_end();
  return set_error(failure);
}

}  // namespace cuda_emulator

using namespace cuda_emulator;

cudaError_t cudaStreamCreate(cudaStream_t* stream) {
  return create(stream, cudaStreamDefault, 0);
}
cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned int flags) {
  return create(stream, flags, 0);
}
cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned int flags, int priority) {
  return create(stream, flags, priority);
}

cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  if (const cudaError_t error = ready()) return error;
  const std::lock_guard lock(stream_mutex());
  const auto found =
      std::find_if(streams().begin(), streams().end(), [=](const auto& known) { return known.get() == stream; });
  if (found == streams().end()) return set_error(cudaErrorInvalidResourceHandle);
  // A stream that joined may be destroyed if the capture's own stream waits for its work (cudaStreamEndCapture).
  if (Capture* const capture = (*found)->capture; capture && capture->origin != found->get()) {
    capture->left.insert(capture->left.end(), (*found)->frontier.begin(), (*found)->frontier.end());
  }
  give_up_capture(found->get());
  streams().erase(found);
  return cudaSuccess;
}

namespace {
cudaError_t wait_for(cudaStream_t handle, bool text) {
  CUstream_st* stream;
  if (const cudaError_t error = find(handle, &stream)) return error;
  if (const cudaError_t error = refuse_captured(stream)) return error;
  {
    const std::lock_guard lock(stream_mutex());
    if (const cudaError_t error = refuse_implicit(handle)) return error;
  }
  if (hooks.host_waits) {
    const StreamName name = name_of(*stream);
    hooks.host_waits(&name, nullptr);
  }
  if (runs_beside_host(stream->device) && follows_grid_beside(stream)) wait_for_grid_beside(stream->device);
  const OnDevice of_stream(stream->device);
  return ready_and_waited(text, false, Waits::elsewhere);
}
}  // namespace

cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
  return wait_for(stream, true);
}
cudaError_t cudaStreamQuery(cudaStream_t stream) {
  if (CUstream_st* const known = resolve(stream); known && runs_beside_host(known)) return set_error(cudaErrorNotReady);
  return wait_for(stream, false);
}

cudaError_t cudaStreamAddCallback(cudaStream_t handle, cudaStreamCallback_t callback, void* user_data,
                                  unsigned int flags) {
  CUstream_st* stream;
  if (const cudaError_t error = find(handle, &stream)) return error;
  if (!callback || flags != 0) return set_error(cudaErrorInvalidValue);
  if (const cudaError_t error = refuse_captured(stream)) return error;  // unlike cudaLaunchHostFunc
  if (hooks.host_waits) {  // the callback's code, which is the host's, follows the stream
    const StreamName name = name_of(*stream);
    hooks.host_waits(&name, nullptr);
  }
  in_callback = true;
  callback(handle, device_failed() ? cudaErrorLaunchFailure : cudaSuccess, user_data);
  in_callback = false;
  return cudaSuccess;
}
cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void* user_data) {
  if (!function) return set_error(cudaErrorInvalidValue);
  return submit(stream, HostWork{{function, user_data}});
}

cudaError_t cudaStreamGetPriority(cudaStream_t handle, int* priority) {
  CUstream_st* stream;
  if (const cudaError_t error = find(handle, &stream)) return error;
  if (!priority) return set_error(cudaErrorInvalidValue);
  *priority = stream->priority;
  return cudaSuccess;
}
cudaError_t cudaStreamGetFlags(cudaStream_t handle, unsigned int* flags) {
  CUstream_st* stream;
  if (const cudaError_t error = find(handle, &stream)) return error;
  if (!flags) return set_error(cudaErrorInvalidValue);
  *flags = stream->flags;
  return cudaSuccess;
}
cudaError_t cudaStreamGetId(cudaStream_t handle, unsigned long long* id) {
  CUstream_st* stream;
  if (const cudaError_t error = find(handle, &stream)) return error;
  if (!id) return set_error(cudaErrorInvalidValue);
  *id = stream->id;
  return cudaSuccess;
}
cudaError_t cudaStreamGetDevice(cudaStream_t handle, int* device) {
  CUstream_st* stream;
  if (const cudaError_t error = find(handle, &stream)) return error;
  if (!device) return set_error(cudaErrorInvalidValue);
  *device = stream->device;
  return cudaSuccess;
}

// Attributes affect caches and waiting, which are not emulated: they are stored and returned.
cudaError_t cudaStreamSetAttribute(cudaStream_t handle, cudaStreamAttrID attribute, const cudaStreamAttrValue* value) {
  CUstream_st* stream;
  if (const cudaError_t error = find(handle, &stream)) return error;
  if (!value) return set_error(cudaErrorInvalidValue);
  switch (attribute) {
    case cudaLaunchAttributeAccessPolicyWindow:
      stream->window = *value;
      return cudaSuccess;
    case cudaLaunchAttributeSynchronizationPolicy:
      stream->policy = *value;
      return cudaSuccess;
    case cudaLaunchAttributePriority:
      stream->priority = std::clamp(value->priority, greatest_priority, 0);
      return cudaSuccess;
    default:
      return set_error(cudaErrorNotSupported);
  }
}
cudaError_t cudaStreamGetAttribute(cudaStream_t handle, cudaStreamAttrID attribute, cudaStreamAttrValue* value) {
  CUstream_st* stream;
  if (const cudaError_t error = find(handle, &stream)) return error;
  if (!value) return set_error(cudaErrorInvalidValue);
  switch (attribute) {
    case cudaLaunchAttributeAccessPolicyWindow:
      *value = stream->window;
      return cudaSuccess;
    case cudaLaunchAttributeSynchronizationPolicy:
      *value = stream->policy;
      return cudaSuccess;
    case cudaLaunchAttributePriority:
      value->priority = stream->priority;
      return cudaSuccess;
    default:
      return set_error(cudaErrorNotSupported);
  }
}
cudaError_t cudaStreamCopyAttributes(cudaStream_t to, cudaStream_t from) {
  CUstream_st *source, *destination;
  if (const cudaError_t error = find(from, &source)) return error;
  if (const cudaError_t error = find(to, &destination)) return error;
  destination->window = source->window;
  destination->policy = source->policy;
  return cudaSuccess;
}
