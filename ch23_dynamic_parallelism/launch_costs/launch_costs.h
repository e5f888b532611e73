// The cost of starting a small piece of work: by a launch of the host or of a kernel, as a node of a graph, by a graph
// that a kernel launches, or by a block that takes it from a queue. The work is to count: each piece adds 1.
#pragma once

#include <cstddef>
#include <functional>
#include <span>

namespace launch_costs {

// In device memory, one element, owned by the caller.
struct Tally {
  unsigned done;   // pieces
  unsigned taken;  // tickets, of the rungs that pull
  unsigned error;  // the first error of a launch by a kernel
};

// The rungs. Each prepares n pieces of work (more than 0) and returns a function that runs them once: tally->done is
// then n. It runs in the default stream, does not wait, may be called again, and owns its graphs. Both throw CudaError.
using Pieces = std::function<void()>;

// Sets the limit of pending launches by kernels (2048 unless this is called). many_blocks_launch may need one for each
// piece. Throws CudaError.
void allow_pending_launches(std::size_t count);

struct Rung {
  const char* name;
  Pieces (*make)(Tally* tally, unsigned n);
};

std::span<const Rung> ladder();

}  // namespace launch_costs
