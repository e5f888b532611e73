// The OS threads that run blocks, and how a grid is distributed to them.
#include "engine/pool.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>
#include <system_error>
#include <utility>

#include "engine/async_work.hpp"
#include "engine/cluster.hpp"
#include "engine/worker.hpp"
#include "memory/allocations.hpp"
#include "platform/process_threads.hpp"

namespace cuda_emulator {
namespace {

constexpr std::size_t most_threads = 4096;

std::array<Pool, 64>& pools() {
  // Stopped at exit, but never destroyed: in a forked child its locks may be held by threads that do not exist there.
  static auto* const instances = [] {
    auto* const made = new std::array<Pool, 64>;
    std::atexit([] {
      for (Pool& each : pools()) each.end();
    });
    return made;
  }();
  return *instances;
}

}  // namespace

Pool::Pool() {
  const char* const wanted = std::getenv("CUDA_EMULATOR_THREADS");
  const int count = wanted ? std::atoi(wanted) : static_cast<int>(std::thread::hardware_concurrency());
  size_ = count < 1 ? 1 : static_cast<unsigned>(count);
}

void Pool::end() {
  if (getpid() != process_) return;  // a forked child has none of the threads
  {
    const std::lock_guard lock(mutex_);
    quit_ = true;
  }
  wake_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

std::size_t Pool::helpers() {
  const std::lock_guard lock(mutex_);
  return threads_.size();
}

bool Pool::help(Job& job, std::size_t helpers) {
  if (!has_os_threads) return false;
  const std::lock_guard lock(mutex_);
  job_ = &job;
  tickets_ += helpers;
  try {
    while (threads_.size() - busy_ < tickets_) threads_.emplace_back([this] { serve(); });
  } catch (const std::system_error&) {
    tickets_ = threads_.size() - busy_;
    wake_.notify_all();
    return false;
  }
  wake_.notify_all();
  return true;
}

void Pool::add_helpers(Job& job, std::uint64_t most) {
  std::size_t more;
  {
    const std::lock_guard lock(mutex_);
    if (busy_ >= most_threads || tickets_) return;
    // The number doubles each time: few rounds until enough blocks run.
    more = std::min<std::uint64_t>({busy_ + 1, most_threads - busy_, most});
  }
  help(job, more);
}

void Pool::serve() {
  std::unique_lock lock(mutex_);
  for (;;) {
    wake_.wait(lock, [&] { return quit_ || tickets_ > 0; });
    if (quit_) return;
    --tickets_;
    ++busy_;
    Job& job = *job_;
    lock.unlock();
    Worker(job).run();
    lock.lock();
    if (--busy_ == 0) all_done_.notify_one();
  }
}

void Pool::run(Job& job) {
  const bool all_at_once = job.grid.cooperative || job.gang_size > 1;
  const std::size_t workers = job.grid.cooperative ? job.blocks
                              : job.gang_size > 1  ? job.gang_size
                              : job.one_by_one     ? 1
                                                   : std::min<std::uint64_t>(size_, job.blocks);
  if (workers > 1 && !help(job, workers - 1) && all_at_once) {
    job.fail(0, cudaErrorLaunchOutOfResources,
             "cuda_emulator: no " + std::to_string(workers) + " OS threads for blocks that wait for each other\n");
  }
  Worker(job).run();
  std::unique_lock lock(mutex_);
  tickets_ = 0;
  all_done_.wait(lock, [&] { return busy_ == 0; });
  tickets_ = 0;
  job_ = nullptr;
}

Pool& pool() {
  return pools()[current_device()];
}

std::size_t helping_threads() {
  std::size_t count = 0;
  for (Pool& each : pools()) count += each.helpers();
  return count;
}
unsigned os_threads() {
  return pool().size();
}

// Only the kernel itself knows its __cluster_dims__, and reports it in its first statement. The grid is then started
// again, in clusters; the next launch of the kernel uses them from the start.
cudaError_t run_blocks(const Grid& wanted, Look look) {
  static std::map<std::pair<RunRow, const void*>, dim3> known_clusters;
  static std::mutex mutex;
  Grid grid = wanted;
  const std::pair kernel(grid.run_row, grid.kernel);
  {
    const std::lock_guard lock(mutex);
    const auto known = known_clusters.find(kernel);
    if (volume(grid.cluster) == 1 && known != known_clusters.end()) grid.cluster = known->second;
  }
  for (;;) {
    if (const cudaError_t error = check_cluster(grid.grid, grid.cluster, grid.kernel); error != cudaSuccess) {
      return error;
    }
    if (volume(grid.cluster) > volume(wanted.cluster) && work_hooks.grid_in_clusters) {
      look = work_hooks.grid_in_clusters(grid) ? Look::some_blocks : Look::none;
    }
    Job job(grid, pool().size(), look);
    pool().run(job);
    if (volume(job.demanded) > 1 && volume(grid.cluster) == 1) {
      const std::lock_guard lock(mutex);
      grid.cluster = known_clusters[kernel] = job.demanded;
      continue;
    }
    job.write_rest();
    return job.error;
  }
}

}  // namespace cuda_emulator
