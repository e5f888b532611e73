// The work of one OS thread for a grid: it runs blocks, or the blocks of one rank of clusters, until none is left.
#pragma once
#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/block.hpp"
#include "engine/job.hpp"

namespace cuda_emulator {

class Worker : public BlockEnvironment {
 public:
  explicit Worker(Job& job) : job_(job) {}

  void run();

  bool meet_grid() override;
  bool meet_cluster() override;
  void demand_cluster(dim3 dims) override { job_.demand_cluster(dims); }
  bool given_up() const override { return job_.error != cudaSuccess; }
  void await_turn();

  // A block may wait for blocks that have not started, for example in a barrier of the whole grid made of atomics: on a
  // GPU this works as long as all blocks fit. If nothing else happens for some time, more OS threads start more blocks.
  void spins() override;

  bool stands_still() override;
  std::string describe_grid() override;

 private:
  // The blocks of one rank: of every cluster, or of one in a cooperative grid.
  void run_clusters();

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

}  // namespace cuda_emulator
