// From a launch to a running grid, and the limits of kernels.
//
// The path of a launch: Launch (emulator/launch.hpp) -> launch (launch.cpp: is it valid?) -> submit (stream.cpp: now,
// or into a graph that is being captured) -> run_grid (engine/child_grids.cpp: the grid, then those that it launched)
// -> run_blocks (engine/pool.cpp: all blocks on several OS threads) -> run_block (engine/block.cpp: the threads of one
// block).
#pragma once
#include <memory>
#include <vector>

#include "engine/grid.hpp"

namespace cuda_emulator {

cudaError_t check_launch(const Grid&, const void* kernel);  // is the configuration valid?
// Checks, then runs, records (while the stream captures) or, in a kernel, queues it as a child grid. `keep` owns
// grid.arg.
cudaError_t launch(const Grid& grid, const void* kernel, std::shared_ptr<void> keep, cudaStream_t stream);
// A kernel called with an array of pointers to its arguments (cudaLaunchKernel, graph kernel nodes): a copy of the
// arguments that keeps itself alive, and the function that runs a thread. Null if no kernel_handle(k) has named that
// kernel yet.
struct BoundKernel {
  std::shared_ptr<void> arg;
  std::size_t arg_size;
  RunRow run_row;
  const char* name;
  std::vector<void*> addresses;  // of the copied arguments
};
bool bind_kernel(const void* kernel, void** args, BoundKernel* bound);

// ---- stream.cpp ----
bool has_streams();  // other than the default ones

// ---- device.cpp ----
std::size_t most_pending_launches();  // by kernels of the current device
std::size_t most_kernel_text();       // the buffer of the current device

// ---- function.cpp, occupancy.cpp ----
// Dynamic shared memory that a launch of this kernel may request: 48 KB, or the value set by cudaFuncSetAttribute.
// kernel null (the launch could not name it: a template whose arguments are deduced): the largest for any kernel.
std::size_t dynamic_shared_limit(const void* kernel);
bool dynamic_shared_is_set(const void* kernel);   // by cudaFuncSetAttribute
std::size_t static_shared(const void* kernel);    // bytes of its __shared__ variables (static_shared.cpp)
int launch_bound(const void* kernel);             // the most threads that a block of it may have
bool large_clusters_allowed(const void* kernel);  // more than 8 blocks
// Blocks that the whole emulated device holds at once, by the documented occupancy arithmetic.
std::size_t resident_blocks(const void* kernel, unsigned threads_per_block, std::size_t dynamic_shared);

}  // namespace cuda_emulator
