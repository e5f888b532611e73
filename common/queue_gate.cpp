#include "common/queue_gate.h"

#include "common/check.h"

namespace {

constexpr std::chrono::milliseconds limit{100};

void wait_in_stream(void* shared) {
  const std::unique_ptr<std::shared_ptr<TimedWait>> gate(static_cast<std::shared_ptr<TimedWait>*>(shared));
  (*gate)->wait();
}

}  // namespace

void TimedWait::wait() {
  if (std::this_thread::get_id() == maker_) return;
  std::unique_lock lock(mutex_);
  if (!opened_.wait_for(lock, limit_, [&] { return open_; })) ran_out_ = true;
}

void TimedWait::open() {
  const std::lock_guard lock(mutex_);
  open_ = true;
  opened_.notify_all();
}

bool TimedWait::ran_out() const {
  const std::lock_guard lock(mutex_);
  return ran_out_;
}

QueueGate::QueueGate(cudaStream_t stream) : wait_(std::make_shared<TimedWait>(limit)) {
  auto* const of_stream = new std::shared_ptr<TimedWait>(wait_);  // the stream deletes it
  const cudaError_t refused = cudaLaunchHostFunc(stream, wait_in_stream, of_stream);
  if (refused != cudaSuccess) delete of_stream;
  check(refused);
}
