// The interface between the pool and a block.
#pragma once
#include "engine/block_watch.hpp"
#include "engine/hooks.hpp"
#include "engine/running.hpp"

namespace cuda_emulator {

// The grid, as seen by a running block.
class BlockEnvironment {
 public:
  virtual ~BlockEnvironment() = default;
  virtual bool meet_grid() = 0;     // waits for all blocks of a cooperative grid; false: the grid was stopped
  virtual bool meet_cluster() = 0;  // waits for the other blocks of the cluster
  virtual void demand_cluster(dim3 dims) = 0;  // the kernel was written for clusters of this shape
  virtual void spins() = 0;                    // the block waits for the work of another block
  virtual bool given_up() const = 0;           // another block failed
  // Called from time to time while the block's threads only spin. True: the state of the grid cannot change any more,
  // and this block must report it, with the text of describe_grid.
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
// For stands_still: the stacks of the threads that only spin.
void take_spinning_stacks(std::vector<ThreadStack>* stacks);

// Runs all blocks of a grid (pool.cpp), but not the grids that its kernel launches.
cudaError_t run_blocks(const Grid& grid, Look look);

}  // namespace cuda_emulator
