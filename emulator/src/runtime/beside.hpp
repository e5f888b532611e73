// Grids that run beside the host's thread: persistent kernels, which wait until the host sets a flag in memory that
// both can touch. A launch of one returns as soon as it does nothing but wait; what the program submits to its stream
// from then on follows it, and calls that wait, wait for it.
#pragma once
#include <functional>

#include "runtime/runtime.hpp"

namespace cuda_emulator {

bool may_wait_for_host(const Grid& grid);  // it is given memory that the host can write to meanwhile
// Runs the grid to its end, or until it waits for the host; returns the error that a launch returns.
cudaError_t run_beside_host(const Grid& grid, std::shared_ptr<void> keep, cudaStream_t stream);
void host_is_waited_for();  // a block of the running grid has done nothing but spin for some time
// Of what is waited for: may it still come? Not if all threads of the program wait for the grid that runs.
bool host_may_help();
bool runs_beside_host();
bool runs_beside_host(cudaStream_t stream);        // such a grid, or work behind it, belongs to the stream
bool runs_beside_host_apart();                     // its stream does not wait for the default stream
void run_behind_grid(std::function<void()> work);  // with runs_beside_host()
void wait_for_grid_beside();

}  // namespace cuda_emulator
