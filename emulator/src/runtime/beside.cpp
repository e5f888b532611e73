#include "runtime/beside.hpp"

#include <unistd.h>

#include <array>
#include <atomic>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <set>
#include <thread>

#include "platform/process_threads.hpp"
#include "runtime/graph.hpp"

namespace cuda_emulator {
namespace {

// One OS thread per device, started when it is first needed, because an OS thread's stacks for a block's threads are
// worth keeping.
class Beside {
 public:
  cudaError_t run(std::function<cudaError_t()> work, cudaStream_t stream) {
    std::unique_lock lock(mutex_);
    idle_.wait(lock, [&] { return !busy_; });
    if (!started_) std::thread([this] { serve(); }).detach();
    started_ = busy_ = true;
    // Recorded now, because the program may destroy the stream while the grid runs, and create another at its address.
    streams_ = {stream->id};
    apart_ = (stream->flags & cudaStreamNonBlocking) != 0;
    device_ = stream->device;
    left_alone_ = ended_ = false;
    ++given_;
    work_.push_back([this, work = std::move(work)] { end(work()); });
    wake_.notify_all();
    ++waiting_;
    host_goes_on_.wait(lock, [&] { return left_alone_ || ended_; });
    --waiting_;
    if (!left_alone_) {  // so that what follows does not wait for a thread that is only about to sleep
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

  std::uint64_t add(std::function<void()> work, cudaStream_t stream) {
    const std::lock_guard lock(mutex_);
    if (!started_) std::thread([this] { serve(); }).detach();
    started_ = true;
    work_.push_back(std::move(work));
    if (!busy_) {
      streams_.clear();
      apart_ = (stream->flags & cudaStreamNonBlocking) != 0;
      device_ = stream->device;
      busy_ = left_alone_ = ended_ = true;
      wake_.notify_all();
    }
    streams_.insert(stream->id);
    return ++given_;
  }

  void wait() { wait_until(&Beside::is_idle, 0); }
  void wait_for(std::uint64_t number) { wait_until(&Beside::has_done, number); }
  // Threads of the program, or of other devices, that are known to wait for the running grid.
  std::size_t waiting_hosts() {
    const std::lock_guard lock(mutex_);
    return waiting_;
  }
  std::size_t own_threads() {
    const std::lock_guard lock(mutex_);
    return started_ ? 1 : 0;
  }

  // Its grid has not been seen to only wait.
  bool computes() {
    const std::lock_guard lock(mutex_);
    return busy_ && !left_alone_ && !ended_;
  }

  bool busy() {
    const std::lock_guard lock(mutex_);
    return busy_;
  }
  bool busy(cudaStream_t stream) {
    const std::lock_guard lock(mutex_);
    return busy_ && streams_.contains(stream->id);
  }

  bool apart() {
    const std::lock_guard lock(mutex_);
    return busy_ && apart_;
  }

 private:
  // A program may end while a kernel still waits for it: on a GPU the kernel ends with its process.
  static void leave_grid(int status, void*);

  bool is_idle(std::uint64_t) const { return !busy_; }
  bool has_done(std::uint64_t number) const { return done_ >= number; }
  void wait_until(bool (Beside::*so)(std::uint64_t) const, std::uint64_t number) {
    std::unique_lock lock(mutex_);
    if (std::this_thread::get_id() == thread_) return;
    ++waiting_;
    idle_.wait(lock, [&] { return (this->*so)(number); });
    --waiting_;
  }

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
        ++done_;
        idle_.notify_all();
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
  std::uint64_t given_ = 0, done_ = 0;      // pieces of work
  std::set<unsigned long long> streams_{};  // ids of the streams whose work it is
  bool apart_ = false;
  int device_ = 0;
  std::thread::id thread_;
};

std::array<Beside, 64>& all_devices() {
  static auto* const instances = new std::array<Beside, 64>;
  return *instances;
}
Beside& beside(int device) {
  return all_devices()[device];
}

void Beside::leave_grid(int status, void*) {
  if (!runs_beside_host()) return;
  std::fflush(nullptr);
  _exit(status);
}

std::atomic<bool> used = false;  // set before the first such grid starts, so that programs without one need no lock

}  // namespace

bool may_wait_for_others(const Grid& grid) {
  if (hooks.grid_begin || !has_os_threads) return false;  // the microscope checks one OS thread
  const bool several = device_count() > 1;
  if (several && grid.waits_for_others) return true;
  const auto* const bytes = static_cast<const char*>(grid.arg);
  for (std::size_t i = 0; i + sizeof(void*) <= grid.arg_size; i += sizeof(void*)) {
    const void* word;
    std::memcpy(&word, bytes + i, sizeof word);
    if (!in_host_arena(word) && !(several && in_device_arena(word))) continue;
    const auto memory = find_allocation(word);
    if (memory && (memory->kind != MemoryKind::device || memory->device != current_device())) return true;
  }
  return false;
}

cudaError_t run_beside_host(std::function<cudaError_t()> work, cudaStream_t stream) {
  used = true;
  return beside(stream->device).run(std::move(work), stream);
}
bool host_may_help() {
  std::size_t waiting = 0, own = 0;
  if (used) {
    for (Beside& each : all_devices()) waiting += each.waiting_hosts(), own += each.own_threads();
  }
  if (!runs_beside_host()) waiting = 1;  // the thread that launched the grid runs it
  for (int device = 0; device < device_count(); ++device) {
    if (device != current_device() && used && beside(device).computes()) return true;
  }
  return process_threads() > waiting + own + helping_threads();
}
void host_is_waited_for() {
  if (used) beside(current_device()).leave_alone();
}
bool runs_beside_host() {
  if (!used) return false;
  for (Beside& each : all_devices()) {
    if (each.busy()) return true;
  }
  return false;
}
bool runs_beside_host(int device) {
  return used && beside(device).busy();
}
bool runs_beside_host(cudaStream_t stream) {
  return used && beside(stream->device).busy(stream);
}
bool runs_beside_host_apart(int device) {
  return used && beside(device).apart();
}
std::uint64_t run_behind_grid(std::function<void()> work, cudaStream_t stream) {
  used = true;
  return beside(stream->device).add(std::move(work), stream);
}
void wait_for_work_beside(int device, std::uint64_t number) {
  if (used) beside(device).wait_for(number);
}
void wait_for_grid_beside(int device) {
  if (used) beside(device).wait();
}

}  // namespace cuda_emulator
