// The cost of starting a small piece of work: by a launch of the host or of a kernel, as a node of a graph, by a graph
// that a kernel launches, or by a block that takes it from a queue. The work is to count: each piece adds 1.
#pragma once

#include <cstddef>
#include <functional>

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
Pieces host_launches(Tally* tally, unsigned n);
Pieces graph_nodes(Tally* tally, unsigned n);
Pieces relaunched_graph(Tally* tally, unsigned n);
Pieces tail_chain(Tally* tally, unsigned n);
Pieces one_thread_launches(Tally* tally, unsigned n);
Pieces many_blocks_launch(Tally* tally, unsigned n);
Pieces one_block_pulls(Tally* tally, unsigned n);
Pieces many_blocks_pull(Tally* tally, unsigned n);

// Sets the limit of pending launches by kernels (2048 unless this is called). many_blocks_launch may need one for each
// piece. Throws CudaError.
void allow_pending_launches(std::size_t count);

struct Rung {
  const char* name;
  Pieces (*make)(Tally* tally, unsigned n);
};

inline constexpr Rung ladder[] = {
    {"host_launches", host_launches},
    {"graph_nodes", graph_nodes},
    {"relaunched_graph", relaunched_graph},
    {"tail_chain", tail_chain},
    {"one_thread_launches", one_thread_launches},
    {"many_blocks_launch", many_blocks_launch},
    {"one_block_pulls", one_block_pulls},
    {"many_blocks_pull", many_blocks_pull},
};

}  // namespace launch_costs
