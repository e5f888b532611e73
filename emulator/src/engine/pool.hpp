// The OS threads that run blocks. They are started when they are first needed, and remain.
#pragma once
#include <sys/types.h>
#include <unistd.h>

#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>
#include <vector>

#include "engine/job.hpp"

namespace cuda_emulator {

class Pool {
 public:
  Pool();
  void end();

  void run(Job& job);
  // Lets more OS threads work on the job, and starts missing ones. False: the system allows no more.
  bool help(Job& job, std::size_t helpers);
  void add_helpers(Job& job, std::uint64_t most);
  std::size_t helpers();
  unsigned size() const { return size_; }

 private:
  void serve();

  const pid_t process_ = getpid();
  unsigned size_;
  std::mutex mutex_;
  std::condition_variable wake_, all_done_;
  std::vector<std::thread> threads_;
  std::size_t tickets_ = 0, busy_ = 0;  // helpers needed, helpers at work
  Job* job_ = nullptr;
  bool quit_ = false;
};

Pool& pool();  // of the current device: each has its own, because grids of two devices may wait for each other

}  // namespace cuda_emulator
