// The OS threads that run a grid's blocks, and cooperative grids.
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <mutex>
#include <system_error>
#include <thread>

#include "engine/as_gpu.hpp"
#include "engine/block.hpp"
#include "engine/cluster.hpp"
#include "engine/grid_watch.hpp"
#include "engine/print.hpp"
#include "memory/allocations.hpp"

namespace cuda_emulator {
namespace {

constexpr std::size_t most_threads = 4096;

struct Range {
  std::uint64_t begin, end;
};

// The OS threads that run a cluster's blocks, one each; guarded by the job's mutex.
struct Gang {
  std::vector<char*> storage;               // each thread's thread-local variables
  std::uint64_t assembled = 0, rounds = 0;  // between two clusters
  bool goes_on = false;
  std::uint64_t arrived = 0, live = 0, generation = 0;  // at the cluster's barrier
  std::map<std::uint64_t, std::string> texts;
};

// A grid that is being run. Blocks start in index order, so a block may wait for an earlier one.
class Job {
 public:
  Job(const Grid& grid, unsigned threads, Look look)
      : grid(grid),
        blocks(std::uint64_t{grid.grid.x} * grid.grid.y * grid.grid.z),
        gang_size(volume(grid.cluster)),
        one_by_one(!grid.cooperative && gang_size == 1 && (look != Look::none || blocks >= 4 * threads)),
        all_looked_at(look == Look::all_blocks && one_by_one),
        in_order(all_looked_at),
        live_(blocks),
        gangs_(gang_size == 1     ? 0
               : grid.cooperative ? blocks / gang_size
                                  : 1) {
    for (Gang& gang : gangs_) gang.storage.resize(gang_size);
    // A few ranges for every thread, so that a slow one does not end last; in a cooperative grid all blocks live at
    // once, each on its own OS thread.
    largest_range_ = grid.cooperative || all_looked_at ? 1 : std::max<std::uint64_t>(1, blocks / (threads * 16));
  }

  bool take(Range* range, GridWatch::Member& member) {
    const std::lock_guard lock(mutex_);
    // After a failure earlier blocks still run: the first failing one is reported, whichever thread was faster.
    std::erase_if(returned_, [&](const Range& back) { return back.begin >= failed_block; });
    if (at_once_ != 0 && room_with_lock() == 0) return false;  // whoever ends a block goes on with the next
    if (!returned_.empty()) {
      // Blocks that wait for each other start one by one and in order, as on a GPU.
      const auto first = std::min_element(returned_.begin(), returned_.end(),
                                          [](const Range& a, const Range& b) { return a.begin < b.begin; });
      *range = {first->begin, first->begin + 1};
      member.block = range->begin;
      if (++first->begin == first->end) returned_.erase(first);
      return true;
    }
    if (next_ == blocks || next_ >= failed_block) return false;
    *range = {next_, std::min(next_ + blocks_to_take(next_, largest_range_), blocks)};
    next_ = range->end;
    member.block = range->begin;
    if (all_looked_at) running_.push_back(range->begin);
    return true;
  }

  // Other OS threads wait a little for the first block, in programs that behave as on a GPU: it would have read before
  // the others store.
  void await_first_block() {
    for (unsigned turns = 0; turns < patience && !first_ended_; ++turns) relax_processor();
    std::unique_lock lock(mutex_);
    first_ends_.wait_for(lock, head_start, [&] { return first_ended_.load(); });
  }
  void first_block_ended() {
    {
      const std::lock_guard lock(mutex_);
      first_ended_ = true;
    }
    first_ends_.notify_all();
  }

  // Returns when the block is the first of those that run, or when order was given up.
  void await_turn(std::uint64_t block) {
    for (unsigned turns = 0; in_order && first_running_ != block; ++turns) {
      if (turns < patience) {
        relax_processor();
        continue;
      }
      std::unique_lock lock(mutex_);
      turn_comes_.wait(lock, [&] { return !in_order || first_running_ == block; });
    }
  }
  bool is_turn_of(std::uint64_t block) const { return !in_order || first_running_ == block; }
  void give_up_order() {
    const std::lock_guard lock(mutex_);
    in_order = false;
    turn_comes_.notify_all();
  }

  // Takes back blocks that did not start yet. False: there is nothing left that another thread could start.
  bool take_back(Range rest) {
    const std::lock_guard lock(mutex_);
    if (rest.begin < rest.end) returned_.push_back(rest);
    largest_range_ = 1;
    return !returned_.empty() || next_ < blocks;
  }
  // For how many of the blocks that have not started would a GPU have room beside those that run?
  std::uint64_t room() {
    const std::lock_guard lock(mutex_);
    if (!at_once_) at_once_ = runtime_side.blocks_at_once(grid);
    if (!at_once_) at_once_ = blocks;
    return room_with_lock();
  }
  std::uint64_t not_started() {
    const std::lock_guard lock(mutex_);
    std::uint64_t count = blocks - next_;
    for (const Range& range : returned_) count += range.end - range.begin;
    return count;
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
    if (all_looked_at) {
      std::erase(running_, range.begin);
      // Blocks are taken in order: those that come later are none of an earlier block's concern.
      first_running_ = running_.empty() ? next_ : *std::min_element(running_.begin(), running_.end());
      turn_comes_.notify_all();
    }
    finished_[range.begin] = {range.end, std::move(text)};
    for (auto first = finished_.begin(); first != finished_.end() && first->first == printed_;) {
      keep_kernel_text(first->second.second);
      printed_ = first->second.first;
      first = finished_.erase(first);
    }
  }

  // What came before a failure, and the failure.
  void write_rest() {
    for (const auto& entry : finished_) keep_kernel_text(entry.second.second);
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

  // ---- clusters: each of their blocks has an OS thread; one gang of threads runs them one after another, or, in a
  // cooperative grid, each cluster has its own ----
  unsigned join() {
    const std::lock_guard lock(mutex_);
    return joined_++;
  }
  std::vector<char*>* storage(std::uint64_t gang) { return &gangs_[gang].storage; }

  // Before each cluster: no block may begin while another one still looks at the last cluster's shared memory.
  bool assemble(std::uint64_t gang_index) {
    std::unique_lock lock(mutex_);
    Gang& gang = gangs_[gang_index];
    const std::uint64_t round = gang.rounds;
    if (++gang.assembled == gang_size) {
      gang.assembled = gang.arrived = 0;
      gang.live = gang_size;
      gang.goes_on = error == cudaSuccess;
      ++gang.rounds;
      grid_opens_.notify_all();
    } else {
      // Without enough OS threads the last one never comes.
      grid_opens_.wait(lock, [&] { return gang.rounds != round || error == cudaErrorLaunchOutOfResources; });
    }
    return gang.goes_on && error != cudaErrorLaunchOutOfResources;
  }
  bool meet_cluster(std::uint64_t gang_index, std::uint64_t block) {
    std::unique_lock lock(mutex_);
    Gang& gang = gangs_[gang_index];
    gang.texts[block] = take_text();
    if (++gang.arrived == gang.live) {
      open_cluster(gang);
      return true;
    }
    const std::uint64_t mine = gang.generation;
    grid_opens_.wait(lock, [&] { return gang.generation != mine || error != cudaSuccess; });
    return gang.generation != mine;
  }
  void block_of_cluster_ended(std::uint64_t gang_index) {
    const std::lock_guard lock(mutex_);
    Gang& gang = gangs_[gang_index];
    if (--gang.live && gang.arrived == gang.live) open_cluster(gang);
  }
  void demand_cluster(dim3 dims) {
    const std::lock_guard lock(mutex_);
    demanded = dims;
  }

  const Grid& grid;
  const std::uint64_t blocks;
  const unsigned gang_size;      // blocks of a cluster
  dim3 demanded{1, 1, 1};        // the kernel was written for such clusters
  std::atomic<bool> one_by_one;  // until the first block, or the first that the microscope does not look at, has ended
  const bool all_looked_at;      // then until the first block has ended
  std::atomic<bool> in_order;    // blocks may wait for earlier ones
  std::atomic<cudaError_t> error{cudaSuccess};
  std::atomic<std::uint64_t> failed_block{~std::uint64_t{0}};
  GridWatch watch;

 private:
  void open_cluster(Gang& gang) {
    for (const auto& entry : gang.texts) keep_kernel_text(entry.second);
    gang.texts.clear();
    gang.arrived = 0;
    ++gang.generation;
    watch.something_happens();
    grid_opens_.notify_all();
  }
  void open_grid() {
    for (const auto& entry : texts_) keep_kernel_text(entry.second);
    texts_.clear();
    arrived_ = 0;
    ++generation_;
    watch.something_happens();
    grid_opens_.notify_all();
  }

  std::uint64_t room_with_lock() {
    std::uint64_t first = next_;
    for (const Range& range : returned_) first = std::min(first, range.begin);
    const std::uint64_t running = watch.members_before(first);
    return at_once_ > running ? at_once_ - running : 0;
  }

  static constexpr unsigned patience = 500;  // some ten microseconds
  static constexpr std::chrono::microseconds head_start{1000};
  static void relax_processor() {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#endif
  }

  std::mutex mutex_;
  std::vector<std::uint64_t> running_;
  std::atomic<std::uint64_t> first_running_{0};
  std::condition_variable turn_comes_;
  std::atomic<bool> first_ended_{false};
  std::condition_variable first_ends_;
  std::uint64_t next_ = 0, largest_range_, printed_ = 0, at_once_ = 0;
  std::vector<Range> returned_;
  std::map<std::uint64_t, std::pair<std::uint64_t, std::string>> finished_;
  std::condition_variable grid_opens_;
  std::uint64_t arrived_ = 0, live_, generation_ = 0;
  std::map<std::uint64_t, std::string> texts_;
  std::string report_;
  unsigned joined_ = 0;
  std::vector<Gang> gangs_;
};
__thread Job* current_job;

class Pool {
 public:
  Pool() {
    const char* const wanted = std::getenv("CUDA_EMULATOR_THREADS");
    const int count = wanted ? std::atoi(wanted) : static_cast<int>(std::thread::hardware_concurrency());
    size_ = count < 1 ? 1 : static_cast<unsigned>(count);
  }

  void end() {
    if (getpid() != process_) return;  // a forked child has none of the threads
    {
      const std::lock_guard lock(mutex_);
      quit_ = true;
    }
    wake_.notify_all();
    for (std::thread& thread : threads_) thread.join();
  }

  void run(Job& job);
  bool help(Job& job, std::size_t helpers);
  void add_helpers(Job& job, std::uint64_t most);
  std::size_t helpers() {
    const std::lock_guard lock(mutex_);
    return threads_.size();
  }

  unsigned size() const { return size_; }

 private:
  void serve();

  const pid_t process_ = getpid();
  unsigned size_;
  std::mutex mutex_;
  std::condition_variable wake_, all_done_;
  std::vector<std::thread> threads_;
  std::size_t tickets_ = 0, busy_ = 0;  // helpers wanted, helpers at work
  Job* job_ = nullptr;
  bool quit_ = false;
};

Pool& pool() {
  // Ended at exit, but never destroyed: in a forked child its locks may be held by threads that are not there.
  static auto* const instance = [] {
    auto* const made = new Pool;
    std::atexit([] { pool().end(); });
    return made;
  }();
  return *instance;
}

class Worker;
__thread Worker* current_worker;

// What one OS thread does for a job.
class Worker : public BlockEnvironment {
 public:
  explicit Worker(Job& job) : job_(job) {}

  void help() {
    if (job_.gang_size == 1 && !job_.grid.cooperative && behaves_as_gpu()) job_.await_first_block();
    run();
  }
  void run() {
    Job* const outer = std::exchange(current_job, &job_);
    Worker* const outer_worker = std::exchange(current_worker, this);
    const BlockState state = block_state;
    const dim3 outer_block_dim = blockDim, outer_grid_dim = gridDim;
    block_state.paused = block_state.spins = 0;
    ++block_state.grid;
    kernel_memory_opens();
    member_ = job_.watch.join();
    if (job_.gang_size > 1) run_clusters();
    while (job_.gang_size == 1 && job_.take(&range_, *member_)) {
      const std::uint64_t begin = range_.begin;
      std::string text;
      for (block_ = begin; block_ < range_.end && block_ < job_.failed_block; ++block_) {
        const dim3 grid = job_.grid.grid;
        blockIdx = {static_cast<unsigned>(block_ % grid.x), static_cast<unsigned>(block_ / grid.x % grid.y),
                    static_cast<unsigned>(block_ / grid.x / grid.y)};
        waits_since_ = {};
        job_.watch.block_begins(*member_, block_);
        BlockResult result = run_block(job_.grid, *this);
        member_->block = GridWatch::no_block;
        text += take_text();
        if (result.error != cudaSuccess) job_.fail(block_, result.error, std::move(result.report));
        if (job_.grid.cooperative) job_.block_ended();
        if (block_ == 0 && behaves_as_gpu()) job_.first_block_ended();
        if (job_.one_by_one && (!result.looked_at || job_.all_looked_at) && job_.one_by_one.exchange(false) &&
            pool().size() > 1 && job_.blocks > 1) {
          pool().help(job_, std::min<std::uint64_t>(pool().size(), job_.blocks) - 1);
        }
      }
      job_.finish({begin, range_.end}, std::move(text));
    }
    job_.watch.leave(member_);
    kernel_memory_closes();
    const unsigned grids = block_state.grid;
    block_state = state;
    block_state.grid = grids;
    blockDim = outer_block_dim;
    gridDim = outer_grid_dim;
    current_job = outer;
    current_worker = outer_worker;
  }

  bool meet_grid() override {
    return waiting([&] { return job_.meet_grid(block_); });
  }
  bool meet_cluster() override {
    return job_.gang_size == 1 || waiting([&] { return job_.meet_cluster(gang_, block_); });
  }
  void demand_cluster(dim3 dims) override { job_.demand_cluster(dims); }
  bool given_up() const override { return job_.error != cudaSuccess; }
  void await_turn() {
    if (job_.is_turn_of(block_)) return;
    waiting([&] {
      job_.await_turn(block_);
      return true;
    });
  }

  // A block may wait for blocks that have not started, as in a barrier of the whole grid made of atomics: on a GPU that
  // works while all blocks fit. After a while of nothing else, more OS threads start more blocks.
  void spins() override {
    if (job_.gang_size > 1) {  // the cluster's other blocks run already
      std::this_thread::sleep_for(std::chrono::microseconds(20));
      return;
    }
    const auto now = std::chrono::steady_clock::now();
    if (waits_since_ == std::chrono::steady_clock::time_point{}) waits_since_ = now;
    // Hundreds of blocks may wait for one that computes.
    if (member_->looks > 2) std::this_thread::sleep_for(std::chrono::microseconds(200));
    if (now - waits_since_ < std::chrono::milliseconds(20)) return;
    waits_since_ = now;
    job_.give_up_order();
    const bool more = job_.take_back({block_ + 1, range_.end});
    range_.end = block_ + 1;
    if (const std::uint64_t room = more ? job_.room() : 0) {
      pool().add_helpers(job_, room);
    } else {
      runtime_side.grid_only_waits();
    }
  }

  bool stands_still() override {
    if (!GridWatch::is_due(*member_)) return false;
    take_spinning_stacks(&stacks_);
    const bool asked = std::exchange(block_state.asked_clock, false);
    return job_.watch.look(*member_, member_->watch.has_changed(stacks_, job_.grid.shared) || asked);
  }
  std::string describe_grid() override {
    const std::uint64_t running = job_.watch.members(), left = job_.not_started();
    if (left == 0 && running == 1) return "";
    const std::string blocks = "  " + std::to_string(running) + " blocks run and wait";
    if (left == 0) return blocks + "\n";
    return blocks +
           (job_.room() > 0 ? ", and the system gives no more OS threads, of which each block takes one"
                            : ", as many as the device holds at once") +
           "; they may be waiting for those that have not started: " + std::to_string(left) + "\n";
  }

 private:
  // The blocks of one rank: of every cluster, or of one in a cooperative grid.
  void run_clusters() {
    const dim3 dims = job_.grid.cluster, grid = job_.grid.grid;
    const dim3 clusters{grid.x / dims.x, grid.y / dims.y, grid.z / dims.z};
    const unsigned joined = job_.join(), rank = joined % job_.gang_size;
    gang_ = joined / job_.gang_size;
    const uint3 inside{rank % dims.x, rank / dims.x % dims.y, rank / (dims.x * dims.y)};
    const ClusterPlace outer =
        std::exchange(cluster_place, {dims, {inside.x, inside.y, inside.z}, rank, job_.storage(gang_)});
    (*job_.storage(gang_))[rank] = program_tls().low;
    const std::uint64_t first = job_.grid.cooperative ? gang_ : 0,
                        end = job_.grid.cooperative ? gang_ + 1 : volume(clusters);
    for (std::uint64_t cluster = first; cluster < end && waiting([&] { return job_.assemble(gang_); }); ++cluster) {
      blockIdx = {static_cast<unsigned>(cluster % clusters.x) * dims.x + inside.x,
                  static_cast<unsigned>(cluster / clusters.x % clusters.y) * dims.y + inside.y,
                  static_cast<unsigned>(cluster / clusters.x / clusters.y) * dims.z + inside.z};
      block_ = blockIdx.x + std::uint64_t{grid.x} * (blockIdx.y + std::uint64_t{grid.y} * blockIdx.z);
      job_.watch.block_begins(*member_, block_);
      BlockResult result = run_block(job_.grid, *this);
      job_.finish({block_, block_ + 1}, take_text());
      if (result.error != cudaSuccess) job_.fail(block_, result.error, std::move(result.report));
      job_.block_of_cluster_ended(gang_);
      if (job_.grid.cooperative) job_.block_ended();
    }
    cluster_place = outer;
  }

  // f waits for other OS threads.
  template <class F>
  bool waiting(F f) {
    job_.watch.set_waits(*member_, true);
    const bool goes_on = f();
    job_.watch.set_waits(*member_, false);
    return goes_on;
  }

  Job& job_;
  GridWatch::Member* member_ = nullptr;
  std::vector<ThreadStack> stacks_;
  Range range_{};
  std::uint64_t block_ = 0, gang_ = 0;
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

void Pool::add_helpers(Job& job, std::uint64_t most) {
  std::size_t more;
  {
    const std::lock_guard lock(mutex_);
    if (busy_ >= most_threads || tickets_) return;
    // Twice as many each time: few rounds until enough blocks run.
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
    Worker(job).help();
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

}  // namespace

std::size_t helping_threads() {
  return pool().helpers();
}
unsigned os_threads() {
  return pool().size();
}

void await_earlier_blocks() {
  if (current_worker) current_worker->await_turn();
}
bool blocks_in_order() {
  return current_job && current_job->in_order;
}

// Only a kernel itself knows its __cluster_dims__, and says so in its first statement. The grid is then started again,
// in clusters; the next launch of the kernel knows it from the start.
cudaError_t run_blocks(const Grid& wanted, Look look) {
  static std::map<std::pair<void (*)(void*), const void*>, dim3> known_clusters;
  Grid grid = wanted;
  const std::pair kernel(grid.entry, grid.kernel);
  if (const auto known = known_clusters.find(kernel); volume(grid.cluster) == 1 && known != known_clusters.end()) {
    grid.cluster = known->second;
  }
  for (;;) {
    if (const cudaError_t error = check_cluster(grid.grid, grid.cluster, grid.kernel); error != cudaSuccess) {
      return error;
    }
    Job job(grid, pool().size(), look);
    pool().run(job);
    if (volume(job.demanded) > 1 && volume(grid.cluster) == 1) {
      grid.cluster = known_clusters[kernel] = job.demanded;
      continue;
    }
    job.write_rest();
    return job.error;
  }
}

}  // namespace cuda_emulator
