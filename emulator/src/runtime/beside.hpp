// Grids that run beside the host's thread: persistent kernels, which wait until the host sets a flag in memory that
// both can touch, and kernels that wait for those of other devices. A launch of one returns as soon as it does nothing
// but wait; what the program submits to its stream from then on follows it, and calls that wait, wait for it. Each
// device runs one at a time.
#pragma once
#include <cstdint>
#include <functional>

#include "runtime/runtime.hpp"

namespace cuda_emulator {

// It is given memory that the host, or another device, can write to meanwhile.
bool may_wait_for_others(const Grid& grid);
// Runs work of the stream's device, a grid or a graph of some, to its end, or until it waits for others; returns the
// error that a launch returns.
cudaError_t run_beside_host(std::function<cudaError_t()> work, cudaStream_t stream);
void host_is_waited_for();  // a block of the grid that this OS thread works on has done nothing but spin for some time
// Of what is waited for: may it still come? Not if all threads of the program wait for the grids that run.
bool host_may_help();
bool runs_beside_host();  // any device has such a grid
bool runs_beside_host(int device);
bool runs_beside_host(cudaStream_t stream);  // such a grid, or work behind it, belongs to the stream
bool runs_beside_host_apart(int device);     // its stream does not wait for the default stream
// Behind what the stream's device has under way. Returns a number for wait_for_work_beside.
std::uint64_t run_behind_grid(std::function<void()> work, cudaStream_t stream);
void wait_for_work_beside(int device, std::uint64_t number);  // until the device has done it
void wait_for_grid_beside(int device);

}  // namespace cuda_emulator
