// A grid that is being run: which OS thread takes which block, in what order their text comes out, and where blocks
// wait for each other.
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
  std::vector<char*> storage;               // each thread's thread-local variables
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

  // Other OS threads wait a little for the first block, in programs that behave as on a GPU: it would have read before
  // the others store.
  void await_first_block();
  void first_block_ended();

  // Returns when the block is the first of those that run, or when order was given up.
  void await_turn(std::uint64_t block);
  bool is_turn_of(std::uint64_t block) const { return !in_order || first_running_ == block; }
  void give_up_order();

  // Takes back blocks that did not start yet. False: there is nothing left that another thread could start.
  bool take_back(Range rest);
  // For how many of the blocks that have not started would a GPU have room beside those that run?
  std::uint64_t room();
  std::uint64_t not_started();

  void fail(std::uint64_t block, cudaError_t failure, std::string report);

  // Text comes out in block order, whichever thread ran which block.
  void finish(Range range, std::string text);

  // What came before a failure, and the failure.
  void write_rest();

  // ---- cooperative grids ----
  bool meet_grid(std::uint64_t block);

  void block_ended();

  // ---- clusters: each of their blocks has an OS thread; one gang of threads runs them one after another, or, in a
  // cooperative grid, each cluster has its own ----
  unsigned join();
  std::vector<char*>* storage(std::uint64_t gang) { return &gangs_[gang].storage; }

  // Before each cluster: no block may begin while another one still looks at the last cluster's shared memory.
  bool assemble(std::uint64_t gang_index);
  bool meet_cluster(std::uint64_t gang_index, std::uint64_t block);
  void block_of_cluster_ended(std::uint64_t gang_index);
  void demand_cluster(dim3 dims);

  const Grid& grid;
  const int device = current_device();  // of the thread that launches; those that help take it over
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
  void open_cluster(Gang& gang);
  void open_grid();

  std::uint64_t room_with_lock();

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

}  // namespace cuda_emulator
