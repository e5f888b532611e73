// The last rung: items of the queue add new items.
#include "ch23_dynamic_parallelism/work_queue/walk.cuh"
#include "common/check.h"

namespace work_queue {

// ---- Rung 4. Same as rung 3, except that every node with children is an item, and the next free block takes it.
// Tickets below n are roots, later ones are places in the queue.

// Adds a node to the queue; false if there is no room. unfinished is increased first: it must not be 0 while an item is
// to be done. The item is stored before ready is released, so a block that acquires ready reads the whole item.
__device__ bool add(const Queue& queue, const Node& node) {
  const Counters counters(queue);
  const unsigned place = Shared(*counters.added).fetch_add(1, cuda::memory_order_relaxed);
  if (place >= queue.capacity) return false;
  Shared(*counters.unfinished).fetch_add(1, cuda::memory_order_relaxed);
  queue.items[place] = node;
  Shared(queue.ready[place]).store(1, cuda::memory_order_release);
  return true;
}

// Takes the next item; false if none is left. A ticket may be ahead of the queue: its block waits until the item is
// there, or until no block is active that could add it.
__device__ bool take(const std::uint32_t* roots, const Queue& queue, unsigned n, Node& node) {
  const Counters counters(queue);
  const unsigned ticket = Shared(*counters.taken).fetch_add(1, cuda::memory_order_relaxed);
  if (ticket < n) {
    node = {roots[ticket], 0};
    return true;
  }
  const unsigned place = ticket - n;
  if (place >= queue.capacity) return false;
  while (Shared(queue.ready[place]).load(cuda::memory_order_acquire) == 0) {
    if (Shared(*counters.unfinished).load(cuda::memory_order_relaxed) == 0) return false;
    __nanosleep(500);
  }
  node = queue.items[place];
  return true;
}

__global__ void queue_of_nodes_kernel(const std::uint32_t* roots, Totals* totals, Queue queue, unsigned n) {
  __shared__ Stack stack;  // for nodes that do not fit into the queue
  __shared__ Node parent;
  __shared__ bool found;
  Totals mine{};
  if (threadIdx.x == 0) stack.height = 0;
  while (true) {
    if (threadIdx.x == 0) found = take(roots, queue, n, parent);
    __syncthreads();
    if (!found) break;
    const Node child = child_of_this_thread(parent, mine);
    if (has_children(child) && !add(queue, child)) stack.nodes[atomicAdd(&stack.height, 1)] = child;
    __syncthreads();
    walk(stack, mine);
    // All new items are counted: now this one is done.
    if (threadIdx.x == 0) Shared(*Counters(queue).unfinished).fetch_sub(1, cuda::memory_order_relaxed);
  }
  add_to(totals, mine);
}

void queue_of_nodes(const std::uint32_t* roots, Totals* totals, const Queue& queue, std::size_t n, int blocks) {
  check(cudaMemsetAsync(totals, 0, sizeof(Totals)));
  if (queue.capacity > 0) check(cudaMemsetAsync(queue.ready, 0, queue.capacity * sizeof(unsigned)));
  begin(queue, n);
  queue_of_nodes_kernel<<<resident_blocks(queue_of_nodes_kernel, blocks), children>>>(roots, totals, queue,
                                                                                      static_cast<unsigned>(n));
  check(cudaGetLastError());
}

}  // namespace work_queue
