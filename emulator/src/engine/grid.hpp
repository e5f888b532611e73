// A grid: a launch that is ready to run.
#pragma once
#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

#include "emulator/core.hpp"
#include "emulator/driver_types.hpp"

namespace cuda_emulator {

// Bytes that a library's kernel accesses, because its accesses are not instrumented.
struct GridTouch {
  const void* low;
  std::size_t bytes;
  bool writes;
};

struct Grid {
  const char* name;  // as written in the launch
  dim3 grid, block;
  std::size_t shared;  // bytes of dynamic shared memory
  bool cooperative;
  RunRow run_row;  // runs threads: run_row<...> of core.hpp
  void* arg;       // the kernel and its arguments
  std::size_t arg_size;
  const void* kernel = nullptr;   // its address, if the launch names one function
  dim3 cluster{1, 1, 1};          // in blocks
  bool dependent = false;         // it may start before the kernel before it in its stream has ended
  bool waits_for_others = false;  // for kernels of other devices; if false, its arguments show whether it may
  const std::vector<GridTouch>* touches = nullptr;  // of a library's kernel
};

// Runs a grid whose configuration is valid, and its children. Returns cudaSuccess, or the error that ended it:
// cudaErrorLaunchFailure, cudaErrorIllegalAddress, cudaErrorAssert, ... Failures were reported to stderr; run_grid does
// not call set_error.
cudaError_t run_grid(const Grid&);

// A kernel's thread launches a grid; it runs when the parent has ended. tail: after the parent's other children. `keep`
// owns grid.arg. cudaErrorLaunchPendingCountExceeded: nothing was launched.
cudaError_t add_child_grid(const Grid& grid, std::shared_ptr<void> keep, bool tail);
// The same for other work, which runs together with the children that are no tail launches.
void add_child_work(std::function<cudaError_t()> work);

// Functions that the engine calls and the runtime above it defines.
struct RuntimeSide {
  void (*grid_only_waits)();                           // a block of the running grid has only spun for some time
  bool (*large_clusters_allowed)(const void* kernel);  // more than 8 blocks
  bool (*has_clusters)();                              // and bulk copies: compute capability 9.0
  int (*compute_capability)();                         // 90 for 9.0
  std::size_t (*most_pending_launches)();              // by kernels: cudaLimitDevRuntimePendingLaunchCount
  // How many blocks of the grid the device can hold at once; 0 if unknown.
  std::size_t (*blocks_at_once)(const Grid&);
  bool (*host_may_help)();  // the host may still do what a grid waits for
  void (*process_dies)();   // after a fault in host code
};
extern RuntimeSide runtime_side;

std::size_t helping_threads();  // OS threads that the engine has started
unsigned os_threads();          // that run blocks: CUDA_EMULATOR_THREADS or all that this process may use

// If all blocks are checked, they run on several OS threads; the first block runs alone.
// Waits until all blocks of the grid before the running one have ended; does not wait if blocks wait for each other.
void await_earlier_blocks();
bool blocks_in_order();  // can await_earlier_blocks wait for them?
// By thread: the addresses where the threads that are waiting at the block's barrier called it; null for the others.
// For block_sync.
std::vector<void*> barrier_callers();
void* caller_of(unsigned thread);  // the call in which a waiting thread waits

}  // namespace cuda_emulator
