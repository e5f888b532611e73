// Holds a stream's queue closed while work is enqueued, so that the device finds all of it when it starts.
#pragma once

#include <cuda_runtime.h>

#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>

// A wait that ends when it is opened, or at its time limit. The thread that created it never waits in it.
class TimedWait {
 public:
  explicit TimedWait(std::chrono::milliseconds limit) : limit_(limit) {}

  void wait();
  void open();
  bool ran_out() const;  // a wait ended at the limit

 private:
  const std::chrono::milliseconds limit_;
  const std::thread::id maker_ = std::this_thread::get_id();
  mutable std::mutex mutex_;
  std::condition_variable opened_;
  bool open_ = false, ran_out_ = false;
};

// Work enqueued in the stream after the constructor starts when open() is called or the gate's lifetime ends. It
// starts after 100 ms in any case: work that waits for the device while it is enqueued, or that does not fit into the
// queue, would wait forever. If a stream's work runs on the thread that enqueues it, the gate has no effect. Throws
// CudaError.
class QueueGate {
 public:
  explicit QueueGate(cudaStream_t stream);
  ~QueueGate() { open(); }
  QueueGate(const QueueGate&) = delete;
  QueueGate& operator=(const QueueGate&) = delete;

  void open() { wait_->open(); }
  bool opened_by_itself() const { return wait_->ran_out(); }

 private:
  std::shared_ptr<TimedWait> wait_;  // shared with the stream, which may read it after an error has ended the gate
};
