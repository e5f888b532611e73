// What the pool and a block tell each other.
#pragma once
#include "engine/block_watch.hpp"
#include "engine/hooks.hpp"
#include "engine/running.hpp"

namespace cuda_emulator {

// The grid, as a running block sees it.
class BlockEnvironment {
 public:
  virtual ~BlockEnvironment() = default;
  virtual bool meet_grid() = 0;     // waits for all blocks of a cooperative grid; false: the grid was given up
  virtual bool meet_cluster() = 0;  // waits for the other blocks of the cluster
  virtual void demand_cluster(dim3 dims) = 0;  // the kernel was written for clusters of this shape
  virtual void spins() = 0;                    // the block waits for something that another block has to do
  virtual bool given_up() const = 0;           // another block failed
  // Asked now and then while the block's threads only ask again and again. True: nothing in the grid will ever change,
  // and this block is to report it, with what the grid adds.
  virtual bool stands_still() = 0;
  virtual std::string describe_grid() = 0;
};

struct BlockResult {
  cudaError_t error;
  std::string report;  // why it failed; empty if only another block did
  bool looked_at;      // by the microscope
};
// Runs the block blockIdx of the grid to its end.
BlockResult run_block(const Grid& grid, BlockEnvironment& environment);
// For stands_still: of the threads that only ask again and again.
void take_spinning_stacks(std::vector<ThreadStack>* stacks);

// Runs all blocks of a grid (pool.cpp), without the grids that its kernel launches.
cudaError_t run_blocks(const Grid& grid, Look look);

}  // namespace cuda_emulator
