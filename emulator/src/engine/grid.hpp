// A grid: what a launch has become when nothing but running it is left.
#pragma once
#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

#include "emulator/core.hpp"
#include "emulator/driver_types.hpp"

namespace cuda_emulator {

struct Grid {
  const char* name;  // as the launch spells it
  dim3 grid, block;
  std::size_t shared;  // bytes of dynamic shared memory
  bool cooperative;
  void (*entry)(void*);  // runs threads of the block that this OS thread is in: run_threads<...> of core.hpp
  void* arg;             // the kernel and its arguments, for entry
  std::size_t arg_size;
  const void* kernel = nullptr;   // its address, where the launch names one function
  dim3 cluster{1, 1, 1};          // blocks of a cluster
  bool waits_for_others = false;  // for kernels of other devices; else its arguments say whether it may
};

// Runs a grid whose configuration is valid, and its children. cudaSuccess, or what ended it: cudaErrorLaunchFailure,
// cudaErrorIllegalAddress, cudaErrorAssert, ... Failures were reported to stderr; run_grid does not call set_error.
cudaError_t run_grid(const Grid&);

// A kernel's thread launches a grid; it runs when the parent has ended. tail: after the parent's other children. `keep`
// owns grid.arg. cudaErrorLaunchPendingCountExceeded: nothing was launched.
cudaError_t add_child_grid(const Grid& grid, std::shared_ptr<void> keep, bool tail);
// The same for other work, which comes when the children do that are no tail launches.
void add_child_work(std::function<cudaError_t()> work);

// What the engine asks of the runtime above it, which defines it.
struct RuntimeSide {
  void (*grid_only_waits)();  // a block of the running grid has done nothing but spin for some time
  bool (*large_clusters_allowed)(const void* kernel);  // more than 8 blocks
  bool (*has_clusters)();                              // and bulk copies: compute capability 9.0
  std::size_t (*most_pending_launches)();              // by kernels: cudaLimitDevRuntimePendingLaunchCount
  // How many blocks of the grid the device holds at once; 0 if that is not known.
  std::size_t (*blocks_at_once)(const Grid&);
  bool (*host_may_help)();  // what a grid waits for may still come from the host
  void (*process_dies)();   // of a fault in host code
};
extern RuntimeSide runtime_side;

std::size_t helping_threads();  // OS threads that the engine has made
unsigned os_threads();          // that run blocks: CUDA_EMULATOR_THREADS or all that this process may use

// Blocks that are all looked at run on several OS threads, the first one alone.
// Waits until all blocks of the grid before the running one have ended; not if blocks wait for each other.
void await_earlier_blocks();
bool blocks_in_order();  // that can be waited for
// Where the threads wait that stand at the block's barrier, by thread; null for the others. For block_sync.
std::vector<void*> barrier_callers();
void* caller_of(unsigned thread);  // where a thread that waits called

}  // namespace cuda_emulator
