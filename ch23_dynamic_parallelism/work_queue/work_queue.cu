// A block computes all children of a node at once, one thread per child. The rungs differ in which block takes which
// node, and when that is decided: before the launch, when a block is free, or (nodes.cu) when a node is found.
#include "ch23_dynamic_parallelism/work_queue/work_queue.h"

#include "ch23_dynamic_parallelism/work_queue/walk.cuh"
#include "common/check.h"

namespace work_queue {

// ---- Rung 1. One block per root: the hardware starts the next block when another one has ended.
__global__ void block_per_root_kernel(const std::uint32_t* roots, Totals* totals) {
  __shared__ Stack stack;
  Totals mine{};
  walk_from(roots[blockIdx.x], stack, mine);
  add_to(totals, mine);
}

void block_per_root(const std::uint32_t* roots, Totals* totals, const Queue&, std::size_t n, int) {
  check(cudaMemsetAsync(totals, 0, sizeof(Totals)));
  if (n > 0) block_per_root_kernel<<<static_cast<unsigned>(n), children>>>(roots, totals);
  check(cudaGetLastError());
}

// ---- Rung 2. Same as rung 1, except that blocks are persistent, and the roots are distributed to them in advance.
__global__ void static_split_kernel(const std::uint32_t* roots, Totals* totals, std::size_t n) {
  __shared__ Stack stack;
  Totals mine{};
  for (std::size_t r = blockIdx.x; r < n; r += gridDim.x) walk_from(roots[r], stack, mine);
  add_to(totals, mine);
}

void static_split(const std::uint32_t* roots, Totals* totals, const Queue&, std::size_t n, int blocks) {
  check(cudaMemsetAsync(totals, 0, sizeof(Totals)));
  static_split_kernel<<<resident_blocks(static_split_kernel, blocks), children>>>(roots, totals, n);
  check(cudaGetLastError());
}

// ---- Rung 3. Same as rung 2, except that a block takes the next root when it has finished the last one. The numbers
// of the roots are the tickets of an atomic counter.
__global__ void begin_kernel(Queue queue, unsigned n) {
  const Counters counters(queue);
  *counters.taken = 0;
  *counters.added = 0;
  *counters.unfinished = n;
}

void begin(const Queue& queue, std::size_t n) {
  begin_kernel<<<1, 1>>>(queue, static_cast<unsigned>(n));
  check(cudaGetLastError());
}

__global__ void pulled_roots_kernel(const std::uint32_t* roots, Totals* totals, Queue queue, unsigned n) {
  __shared__ Stack stack;
  __shared__ unsigned ticket;
  Totals mine{};
  while (true) {
    if (threadIdx.x == 0) ticket = Shared(*Counters(queue).taken).fetch_add(1, cuda::memory_order_relaxed);
    __syncthreads();
    if (ticket >= n) break;
    walk_from(roots[ticket], stack, mine);
  }
  add_to(totals, mine);
}

void pulled_roots(const std::uint32_t* roots, Totals* totals, const Queue& queue, std::size_t n, int blocks) {
  check(cudaMemsetAsync(totals, 0, sizeof(Totals)));
  begin(queue, n);
  pulled_roots_kernel<<<resident_blocks(pulled_roots_kernel, blocks), children>>>(roots, totals, queue,
                                                                                  static_cast<unsigned>(n));
  check(cudaGetLastError());
}

}  // namespace work_queue
