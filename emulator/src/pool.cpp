// Grids: launches, the OS threads that run a grid's blocks, cooperative grids, and child grids.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <system_error>
#include <thread>

#include "block.hpp"
#include "print.hpp"

namespace cuda_emulator {
namespace {

constexpr unsigned deepest_nesting = 24;  // of child grids, as on a GPU
constexpr std::size_t most_threads = 4096;

struct Child {
  std::uint64_t block;
  unsigned thread;
  bool tail;  // launched into cudaStreamTailLaunch: after the parent's other children
  Grid grid;
  std::shared_ptr<void> keep;
};

struct Range {
  std::uint64_t begin, end;
};

// A grid that is being run. Blocks start in index order, so a block may wait for an earlier one.
class Job {
 public:
  Job(const Grid& grid, unsigned threads, bool looked_at)
      : grid(grid),
        blocks(std::uint64_t{grid.grid.x} * grid.grid.y * grid.grid.z),
        one_by_one(looked_at && !grid.cooperative),
        live_(blocks) {
    // A few ranges for every thread, so that a slow one does not end last; in a cooperative grid all blocks live at
    // once, each on its own OS thread.
    chunk_ = grid.cooperative ? 1 : std::max<std::uint64_t>(1, blocks / (threads * 16));
  }

  bool take(Range* range) {
    const std::lock_guard lock(mutex_);
    // After a failure earlier blocks still run: the first failing one is reported, whichever thread was faster.
    while (!returned_.empty() && returned_.back().begin >= failed_block) returned_.pop_back();
    if (!returned_.empty()) {
      *range = returned_.back();
      returned_.pop_back();
      return true;
    }
    if (next_ == blocks || next_ >= failed_block) return false;
    *range = {next_, std::min(next_ + chunk_, blocks)};
    next_ = range->end;
    return true;
  }

  // Takes back blocks that did not start yet. False: there is nothing left that another thread could start.
  bool take_back(Range rest) {
    const std::lock_guard lock(mutex_);
    if (rest.begin < rest.end) returned_.push_back(rest);
    return !returned_.empty() || next_ < blocks;
  }

  void fail(std::uint64_t block, cudaError_t failure, std::string report) {
    const std::lock_guard lock(mutex_);
    if (block < failed_block && (!report.empty() || error == cudaSuccess)) {
      failed_block = block;
      error = failure;
      report_ = std::move(report);
    }
    grid_opens_.notify_all();
  }

  // Text comes out in block order, whichever thread ran which block.
  void finish(Range range, std::string text) {
    const std::lock_guard lock(mutex_);
    finished_[range.begin] = {range.end, std::move(text)};
    for (auto first = finished_.begin(); first != finished_.end() && first->first == printed_;) {
      write(first->second.second);
      printed_ = first->second.first;
      first = finished_.erase(first);
    }
  }

  // What came before a failure, and the failure.
  void write_rest() {
    for (const auto& entry : finished_) write(entry.second.second);
    finished_.clear();
    if (report_.empty()) return;
    std::fflush(stdout);
    std::fputs(report_.c_str(), stderr);
  }

  // ---- cooperative grids ----
  bool meet_grid(std::uint64_t block) {
    std::unique_lock lock(mutex_);
    texts_[block] = take_text();
    if (++arrived_ == live_) {
      open_grid();
      return true;
    }
    const std::uint64_t mine = generation_;
    grid_opens_.wait(lock, [&] { return generation_ != mine || error != cudaSuccess; });
    return generation_ != mine;
  }

  void block_ended() {
    const std::lock_guard lock(mutex_);
    if (--live_ && arrived_ == live_) open_grid();
  }

  void add_child(Child child) {
    const std::lock_guard lock(mutex_);
    children.push_back(std::move(child));
  }

  const Grid& grid;
  const std::uint64_t blocks;
  std::atomic<bool> one_by_one;  // until the first block that the microscope does not look at
  std::atomic<cudaError_t> error{cudaSuccess};
  std::atomic<std::uint64_t> failed_block{~std::uint64_t{0}};
  std::vector<Child> children;

 private:
  static void write(const std::string& text) { std::fwrite(text.data(), 1, text.size(), stdout); }

  void open_grid() {
    for (const auto& entry : texts_) write(entry.second);
    texts_.clear();
    arrived_ = 0;
    ++generation_;
    grid_opens_.notify_all();
  }

  std::mutex mutex_;
  std::uint64_t next_ = 0, chunk_, printed_ = 0;
  std::vector<Range> returned_;
  std::map<std::uint64_t, std::pair<std::uint64_t, std::string>> finished_;
  std::condition_variable grid_opens_;
  std::uint64_t arrived_ = 0, live_, generation_ = 0;
  std::map<std::uint64_t, std::string> texts_;
  std::string report_;
};
__thread Job* current_job;

class Pool {
 public:
  Pool() {
    const char* const wanted = std::getenv("CUDA_EMULATOR_THREADS");
    const int count = wanted ? std::atoi(wanted) : static_cast<int>(std::thread::hardware_concurrency());
    size_ = count < 1 ? 1 : static_cast<unsigned>(count);
  }

  ~Pool() {
    {
      const std::lock_guard lock(mutex_);
      quit_ = true;
    }
    wake_.notify_all();
    for (std::thread& thread : threads_) thread.join();
  }

  void run(Job& job);
  bool help(Job& job, std::size_t helpers);
  void add_helpers(Job& job);

  unsigned size() const { return size_; }

 private:
  void serve();

  unsigned size_;
  std::mutex mutex_;
  std::condition_variable wake_, all_done_;
  std::vector<std::thread> threads_;
  std::size_t tickets_ = 0, busy_ = 0;  // helpers wanted, helpers at work
  Job* job_ = nullptr;
  bool quit_ = false;
};

Pool& pool() {
  static Pool instance;
  return instance;
}

// What one OS thread does for a job.
class Worker : public BlockEnvironment {
 public:
  explicit Worker(Job& job) : job_(job) {}

  void run() {
    Job* const outer = std::exchange(current_job, &job_);
    const BlockState state = block_state;
    const dim3 outer_block_dim = blockDim, outer_grid_dim = gridDim;
    block_state.paused = block_state.spins = 0;
    ++block_state.grid;
    kernel_memory_opens();
    while (job_.take(&range_)) {
      const std::uint64_t begin = range_.begin;
      std::string text;
      for (block_ = begin; block_ < range_.end && block_ < job_.failed_block; ++block_) {
        const dim3 grid = job_.grid.grid;
        blockIdx = {static_cast<unsigned>(block_ % grid.x), static_cast<unsigned>(block_ / grid.x % grid.y),
                    static_cast<unsigned>(block_ / grid.x / grid.y)};
        waits_since_ = {};
        BlockResult result = run_block(job_.grid, *this);
        text += take_text();
        if (result.error != cudaSuccess) job_.fail(block_, result.error, std::move(result.report));
        if (job_.grid.cooperative) job_.block_ended();
        if (job_.one_by_one && !result.looked_at && job_.one_by_one.exchange(false) && pool().size() > 1) {
          pool().help(job_, pool().size() - 1);
        }
      }
      job_.finish({begin, range_.end}, std::move(text));
    }
    kernel_memory_closes();
    const unsigned grids = block_state.grid;
    block_state = state;
    block_state.grid = grids;
    blockDim = outer_block_dim;
    gridDim = outer_grid_dim;
    current_job = outer;
  }

  bool meet_grid() override { return job_.meet_grid(block_); }
  bool given_up() const override { return job_.error != cudaSuccess; }

  // A block may wait for blocks that have not started, as in a barrier of the whole grid made of atomics: on a GPU that
  // works while all blocks fit. After a while of nothing else, more OS threads start more blocks.
  void spins() override {
    const auto now = std::chrono::steady_clock::now();
    if (waits_since_ == std::chrono::steady_clock::time_point{}) waits_since_ = now;
    if (now - waits_since_ < std::chrono::milliseconds(20)) return;
    waits_since_ = now;
    const bool more = job_.take_back({block_ + 1, range_.end});
    range_.end = block_ + 1;
    if (more) pool().add_helpers(job_);
  }

 private:
  Job& job_;
  Range range_{};
  std::uint64_t block_ = 0;
  std::chrono::steady_clock::time_point waits_since_;
};

// Lets more OS threads work on the job, and starts those that are missing.
bool Pool::help(Job& job, std::size_t helpers) {
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

void Pool::add_helpers(Job& job) {
  std::size_t more;
  {
    const std::lock_guard lock(mutex_);
    if (busy_ >= most_threads || tickets_) return;
    more = busy_ + 1;  // twice as many each time: few rounds until enough blocks run
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
  const std::size_t workers = job.grid.cooperative ? job.blocks
                              : job.one_by_one     ? 1
                                                   : std::min<std::uint64_t>(size_, job.blocks);
  if (workers > 1 && !help(job, workers - 1) && job.grid.cooperative) {
    job.fail(0, cudaErrorLaunchOutOfResources,
             "cuda_emulator: no " + std::to_string(workers) + " OS threads for a cooperative grid\n");
  }
  Worker(job).run();
  std::unique_lock lock(mutex_);
  tickets_ = 0;
  all_done_.wait(lock, [&] { return busy_ == 0; });
  tickets_ = 0;
  job_ = nullptr;
}

struct Registered {
  Binder binder;
  std::size_t arg_size;
  void (*entry)(void*);
  Addresses addresses;
};
std::mutex registry_mutex;
std::map<const void*, Registered>& registry() {
  static std::map<const void*, Registered> kernels;
  return kernels;
}

}  // namespace

unsigned os_threads() {
  return pool().size();
}

// CUDA 13 has one code for all that no device can run; older toolkits have cudaErrorInvalidConfiguration for it.
cudaError_t check_launch(const Grid& grid, const void* kernel) {
  const dim3 blocks_of = grid.grid, block = grid.block;
  const std::uint64_t threads = std::uint64_t{block.x} * block.y * block.z;
  if (threads == 0 || threads > max_block_threads || block.x > 1024 || block.y > 1024 || block.z > 64) {
    return cudaErrorInvalidValue;
  }
  if (blocks_of.x == 0 || blocks_of.y == 0 || blocks_of.z == 0) return cudaErrorInvalidValue;
  if (blocks_of.x > 2147483647u || blocks_of.y > 65535 || blocks_of.z > 65535) return cudaErrorInvalidValue;
  if (grid.shared > dynamic_shared_limit(kernel)) return cudaErrorInvalidValue;
  if (grid.cooperative) {
    const std::uint64_t blocks = std::uint64_t{blocks_of.x} * blocks_of.y * blocks_of.z;
    if (blocks > resident_blocks(static_cast<unsigned>(threads), grid.shared)) {
      return cudaErrorCooperativeLaunchTooLarge;
    }
  }
  return cudaSuccess;
}

cudaError_t run_grid(const Grid& grid) {
  static std::recursive_mutex one_at_a_time;  // host threads may launch at the same time; children nest
  static unsigned depth = 0;
  const std::lock_guard lock(one_at_a_time);
  if (depth == deepest_nesting) return cudaErrorLaunchMaxDepthExceeded;
  ++depth;
  const bool looked_at = hooks.grid_begin && hooks.grid_begin(grid);
  Job job(grid, pool().size(), looked_at);
  pool().run(job);
  job.write_rest();
  if (hooks.grid_end) hooks.grid_end(grid);
  cudaError_t error = job.error;
  // The order in which a serial machine would have met the launches; tail launches wait for all other children.
  std::stable_sort(job.children.begin(), job.children.end(), [](const Child& a, const Child& b) {
    return std::tuple(a.tail, a.block, a.thread) < std::tuple(b.tail, b.block, b.thread);
  });
  for (const Child& child : job.children) {
    if (error == cudaSuccess) error = run_grid(child.grid);
  }
  --depth;
  return error;
}

void Launch::run(const void* kernel, std::shared_ptr<void> arg, std::size_t arg_size, void (*entry)(void*)) const {
  const Grid grid{name_, grid_, block_, shared_, false, entry, arg.get(), arg_size};
  launch(grid, kernel, std::move(arg), stream_);
}

cudaError_t launch(const Grid& wanted, const void* kernel, std::shared_ptr<void> keep, cudaStream_t stream) {
  Grid grid = wanted;
  grid.kernel = kernel;
  if (const cudaError_t error = check_launch(grid, kernel); error != cudaSuccess) return set_error(error);
  if (in_kernel()) {
    const std::uint64_t block =
        blockIdx.x + std::uint64_t{gridDim.x} * (blockIdx.y + std::uint64_t{gridDim.y} * blockIdx.z);
    const bool tail = stream == cudaStreamTailLaunch;
    current_job->add_child({block, block_state.current, tail, grid, std::move(keep)});
    return cudaSuccess;
  }
  Work work{WorkKind::kernel, {}, kernel, grid, keep};
  work.run = [grid, keep] { return run_grid(grid); };
  return submit(stream, std::move(work));
}

void register_kernel(const void* kernel, Binder binder, std::size_t arg_size, void (*entry)(void*),
                     Addresses addresses) {
  const std::lock_guard lock(registry_mutex);
  registry().try_emplace(kernel, Registered{binder, arg_size, entry, addresses});
}

bool bind_kernel(const void* kernel, void** arguments, BoundKernel* bound) {
  Registered found;
  {
    const std::lock_guard lock(registry_mutex);
    const auto place = registry().find(kernel);
    if (place == registry().end()) return false;
    found = place->second;
  }
  *bound = {found.binder(kernel, arguments), found.arg_size, found.entry, kernel_name(kernel), {}};
  bound->addresses = found.addresses(bound->arg.get());
  return true;
}

cudaError_t launch_by_address(const void* kernel, dim3 grid, dim3 block, void** arguments, std::size_t shared,
                              cudaStream_t stream, bool cooperative) {
  BoundKernel bound;
  if (!bind_kernel(kernel, arguments, &bound)) return set_error(cudaErrorInvalidDeviceFunction);
  return launch({bound.name, grid, block, shared, cooperative, bound.entry, bound.arg.get(), bound.arg_size}, kernel,
                bound.arg, stream);
}

cudaError_t launch_by_config(const cudaLaunchConfig_t* config, const void* kernel, void** arguments) {
  if (!config) return set_error(cudaErrorInvalidValue);
  bool cooperative = false;
  for (unsigned i = 0; i < config->numAttrs; ++i) {
    const cudaLaunchAttribute& attribute = config->attrs[i];
    if (attribute.id == cudaLaunchAttributeCooperative) cooperative = attribute.val.cooperative != 0;
    if (attribute.id == cudaLaunchAttributeClusterDimension &&
        attribute.val.clusterDim.x * attribute.val.clusterDim.y * attribute.val.clusterDim.z > 1) {
      return set_error(cudaErrorNotSupported);
    }
    // The others ask for an order, a priority or an overlap that running in order keeps.
  }
  return launch_by_address(kernel, config->gridDim, config->blockDim, arguments, config->dynamicSmemBytes,
                           config->stream, cooperative);
}

}  // namespace cuda_emulator
