#include "runtime/beside.hpp"

#include <unistd.h>

#include <atomic>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <thread>

#include "platform/process_threads.hpp"
#include "runtime/graph.hpp"

namespace cuda_emulator {
namespace {

// One OS thread, made when it is first needed, since an OS thread's stacks for a block's threads are worth keeping.
class Beside {
 public:
  cudaError_t run(const Grid& grid, std::shared_ptr<void> keep, cudaStream_t stream) {
    std::unique_lock lock(mutex_);
    idle_.wait(lock, [&] { return !busy_; });
    if (!started_) std::thread([this] { serve(); }).detach();
    started_ = busy_ = true;
    // Noted now: the program may destroy the stream while the grid runs, and make another at its address.
    stream_ = stream->id;
    apart_ = (stream->flags & cudaStreamNonBlocking) != 0;
    device_ = current_device();
    left_alone_ = ended_ = false;
    work_.push_back([this, grid, keep = std::move(keep)] { end(run_grid(grid)); });
    wake_.notify_all();
    ++waiting_;
    host_goes_on_.wait(lock, [&] { return left_alone_ || ended_; });
    --waiting_;
    if (!left_alone_) {  // what follows is not to queue behind a thread that is only about to rest
      idle_.wait(lock, [&] { return !busy_; });
      return error_;
    }
    static const bool leaves_grids_at_exit = on_exit(leave_grid, nullptr) == 0;
    (void)leaves_grids_at_exit;
    return cudaSuccess;
  }

  void leave_alone() {
    const std::lock_guard lock(mutex_);
    if (!busy_ || ended_) return;
    left_alone_ = true;
    host_goes_on_.notify_all();
  }

  void add(std::function<void()> work) {
    {
      const std::lock_guard lock(mutex_);
      work_.push_back(std::move(work));
      if (!busy_) {
        busy_ = left_alone_ = true;
        wake_.notify_all();
      }
    }
  }

  void wait() {
    std::unique_lock lock(mutex_);
    if (std::this_thread::get_id() == thread_) return;
    ++waiting_;
    idle_.wait(lock, [&] { return !busy_; });
    --waiting_;
  }
  // Threads of the program's own that are known to wait for the running grid.
  std::size_t waiting_hosts() {
    const std::lock_guard lock(mutex_);
    return busy_ ? waiting_ : 1;  // else the one that launched the grid runs it
  }
  std::size_t own_threads() {
    const std::lock_guard lock(mutex_);
    return started_ ? 1 : 0;
  }

  bool busy() {
    const std::lock_guard lock(mutex_);
    return busy_;
  }
  bool busy(cudaStream_t stream) {
    const std::lock_guard lock(mutex_);
    return busy_ && stream_ == stream->id;
  }

  bool apart() {
    const std::lock_guard lock(mutex_);
    return busy_ && apart_;
  }

 private:
  // A program may end while a kernel still waits for it: on a GPU the kernel ends with its process.
  static void leave_grid(int status, void*);

  void end(cudaError_t error) {
    const std::lock_guard lock(mutex_);
    ended_ = true;
    error_ = error;
    if (left_alone_ && is_sticky(error)) fail_later(error);
    host_goes_on_.notify_all();
  }

  void serve() {
    std::unique_lock lock(mutex_);
    thread_ = std::this_thread::get_id();
    for (;;) {
      wake_.wait(lock, [&] { return !work_.empty(); });
      const int device = device_;
      while (!work_.empty()) {
        const std::function<void()> work = std::move(work_.front());
        work_.pop_front();
        lock.unlock();
        if (device != current_device()) cudaSetDevice(device);
        work();
        lock.lock();
      }
      busy_ = false;
      idle_.notify_all();
    }
  }

  std::mutex mutex_;
  std::condition_variable wake_, host_goes_on_, idle_;
  std::deque<std::function<void()>> work_;
  std::size_t waiting_ = 0;
  bool started_ = false, busy_ = false, left_alone_ = false, ended_ = false;
  cudaError_t error_ = cudaSuccess;
  unsigned long long stream_ = 0;  // its id
  bool apart_ = false;
  int device_ = 0;
  std::thread::id thread_;
};

Beside& beside() {
  static auto* const instance = new Beside;
  return *instance;
}

void Beside::leave_grid(int status, void*) {
  if (!beside().busy()) return;
  std::fflush(nullptr);
  _exit(status);
}

std::atomic<bool> used = false;  // set before the first such grid starts, so that programs without one ask for no lock

}  // namespace

bool may_wait_for_host(const Grid& grid) {
  if (hooks.grid_begin) return false;  // the microscope looks at one OS thread
  const auto* const bytes = static_cast<const char*>(grid.arg);
  for (std::size_t i = 0; i + sizeof(void*) <= grid.arg_size; i += sizeof(void*)) {
    const void* word;
    std::memcpy(&word, bytes + i, sizeof word);
    if (!in_host_arena(word)) continue;
    if (const auto memory = find_allocation(word); memory && memory->kind != MemoryKind::device) return true;
  }
  return false;
}

cudaError_t run_beside_host(const Grid& grid, std::shared_ptr<void> keep, cudaStream_t stream) {
  used = true;
  return beside().run(grid, std::move(keep), stream);
}
bool host_may_help() {
  const std::size_t waiting = used ? beside().waiting_hosts() : 1, own = used ? beside().own_threads() : 0;
  return process_threads() > waiting + own + helping_threads();
}
void host_is_waited_for() {
  if (used) beside().leave_alone();
}
bool runs_beside_host() {
  return used && beside().busy();
}
bool runs_beside_host(cudaStream_t stream) {
  return used && beside().busy(stream);
}
bool runs_beside_host_apart() {
  return used && beside().apart();
}
void run_behind_grid(std::function<void()> work) {
  beside().add(std::move(work));
}
void wait_for_grid_beside() {
  if (used) beside().wait();
}

}  // namespace cuda_emulator
