// Grids that run concurrently with the host thread: persistent kernels, which wait until the host sets a flag in memory
// that both can access, and kernels that wait for those of other devices. The launch of such a grid returns as soon as
// the grid only waits; later work of its stream runs after it, and calls that wait also wait for it. Each device runs
// one at a time.
#pragma once
#include <cstdint>
#include <functional>

#include "runtime/runtime.hpp"

namespace cuda_emulator {

// Is it given memory that the host, or another device, can write while it runs?
bool may_wait_for_others(const Grid& grid);
// Runs work of the stream's device, a grid or a graph with grids, until it ends or waits for others; returns the error
// that a launch returns.
cudaError_t run_beside_host(std::function<cudaError_t()> work, cudaStream_t stream);
void host_is_waited_for();  // a block of the grid that this OS thread works on has only spun for some time
// Can something that it waits for still happen? Not if all threads of the program wait for the running grids.
bool host_may_help();
bool runs_beside_host();  // any device has such a grid
bool runs_beside_host(int device);
bool runs_beside_host(cudaStream_t stream);  // such a grid, or work after it, belongs to the stream
bool runs_beside_host_apart(int device);     // its stream does not wait for the default stream
// Queues the work after that of the stream's device. Returns a number for wait_for_work_beside.
std::uint64_t run_behind_grid(std::function<void()> work, cudaStream_t stream);
void wait_for_work_beside(int device, std::uint64_t number);  // until the device has completed it
void wait_for_grid_beside(int device);

}  // namespace cuda_emulator
