// A running grid: which OS thread takes which block, the order of the blocks' output, and where blocks wait for each
// other.
#pragma once
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "engine/block.hpp"
#include "engine/grid_watch.hpp"
#include "memory/allocations.hpp"

namespace cuda_emulator {

struct Range {
  std::uint64_t begin, end;
};

// The OS threads that run a cluster's blocks, one each; guarded by the job's mutex.
struct Gang {
  std::vector<char*> storage;               // thread-local variables, per thread
  std::uint64_t assembled = 0, rounds = 0;  // between two clusters
  bool goes_on = false;
  std::uint64_t arrived = 0, live = 0, generation = 0;  // at the cluster's barrier
  std::map<std::uint64_t, std::string> texts;
};

// Blocks start in index order, so a block may wait for an earlier one.
class Job {
 public:
  Job(const Grid& grid, unsigned threads, Look look);

  bool take(Range* range, GridWatch::Member& member);

  // Returns when all blocks before the range that begins with this one have ended, or when the order was given up.
  void await_turn(std::uint64_t begin);
  bool is_turn_of(std::uint64_t begin) const { return !in_order || first_running_ == begin; }
  void give_up_order();

  // Takes back blocks that have not started yet. False: there are none left that another thread could start.
  bool take_back(Range rest);
  // How many of the blocks that have not started could a GPU run in addition to the running ones?
  std::uint64_t room();
  std::uint64_t not_started();

  void fail(std::uint64_t block, cudaError_t failure, std::string report);

  // Output is written in block order, whichever thread ran which block.
  void finish(Range range, std::string text);

  // The output before a failure, and the failure.
  void write_rest();

  // ---- cooperative grids ----
  bool meet_grid(std::uint64_t block);

  void block_ended();

  // ---- clusters: each of their blocks has an OS thread; one gang of threads runs them one after another, or, in a
  // cooperative grid, each cluster has its own ----
  unsigned join();
  std::vector<char*>* storage(std::uint64_t gang) { return &gangs_[gang].storage; }

  // Before each cluster: no block may start while another one still reads the last cluster's shared memory.
  bool assemble(std::uint64_t gang_index);
  bool meet_cluster(std::uint64_t gang_index, std::uint64_t block);
  void block_of_cluster_ended(std::uint64_t gang_index);
  void demand_cluster(dim3 dims);

  const Grid& grid;
  const int device = current_device();  // of the launching thread; the threads that help use it too
  const std::uint64_t blocks;
  const unsigned gang_size;      // blocks of a cluster
  dim3 demanded{1, 1, 1};        // the kernel requires such clusters
  std::atomic<bool> one_by_one;  // until the first block, or the first that the microscope does not check, has ended
  const bool all_looked_at;      // if true, until the first block has ended
  std::atomic<bool> in_order;    // blocks may wait for earlier ones
  std::atomic<cudaError_t> error{cudaSuccess};
  std::atomic<std::uint64_t> failed_block{~std::uint64_t{0}};
  GridWatch watch;

 private:
  void open_cluster(Gang& gang);
  void open_grid();

  std::uint64_t room_with_lock();

  const bool in_turns_;  // blocks that are checked wait for earlier ones, until the order is given up
  std::mutex mutex_;
  std::vector<std::uint64_t> running_;
  std::atomic<std::uint64_t> first_running_{0};
  std::condition_variable turn_comes_;
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

}  // namespace cuda_emulator
