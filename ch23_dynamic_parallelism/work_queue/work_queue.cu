// A block computes all children of a node at once, one thread per child. The rungs differ in which block takes which
// node, and when that is decided: before the launch, when a block is free, or when a node is found.
#include "ch23_dynamic_parallelism/work_queue/work_queue.h"

#include <algorithm>
#include <cuda/atomic>

#include "common/check.h"

namespace work_queue {
namespace {

// ---- The walk of a block over a branch of the tree, and the counters that the blocks of a launch share.

// Several blocks use these words at a time. Relaxed: only the word itself matters. Release and acquire: a block that
// reads the word also sees the stores before it was written.
using Shared = cuda::atomic_ref<unsigned, cuda::thread_scope_device>;

// The nodes that a block has still to visit. It continues with the last one, so that at most 64 per depth wait.
struct Stack {
  Node nodes[children * depth_limit];
  int height;
};

__device__ Node child_of_this_thread(const Node& parent, Totals& mine) {
  const Node child = child_of(parent, threadIdx.x);
  ++mine.nodes;
  mine.sum_of_seeds += child.seed;
  mine.deepest = max(mine.deepest, child.depth);
  return child;
}

// Walks until the stack is empty. All threads of the block must call it after a barrier.
__device__ void walk(Stack& stack, Totals& mine) {
  while (stack.height > 0) {
    const Node parent = stack.nodes[stack.height - 1];
    __syncthreads();  // all have read it
    if (threadIdx.x == 0) --stack.height;
    __syncthreads();
    const Node child = child_of_this_thread(parent, mine);
    if (has_children(child)) stack.nodes[atomicAdd(&stack.height, 1)] = child;
    __syncthreads();
  }
  __syncthreads();  // all have seen that it is empty: now it may be filled again
}

__device__ void walk_from(std::uint32_t root, Stack& stack, Totals& mine) {
  if (threadIdx.x == 0) {
    stack.nodes[0] = {root, 0};
    stack.height = 1;
  }
  __syncthreads();
  walk(stack, mine);
}

// Adds the totals of this block's threads.
__device__ void add_to(Totals* totals, const Totals& mine) {
  __shared__ Totals of_block;
  if (threadIdx.x == 0) of_block = {};
  __syncthreads();
  atomicAdd(&of_block.nodes, mine.nodes);
  atomicAdd(&of_block.sum_of_seeds, mine.sum_of_seeds);
  atomicMax(&of_block.deepest, mine.deepest);
  __syncthreads();
  if (threadIdx.x > 0) return;
  atomicAdd(&totals->nodes, of_block.nodes);
  atomicAdd(&totals->sum_of_seeds, of_block.sum_of_seeds);
  atomicMax(&totals->deepest, of_block.deepest);
}

// The counters of a queue: tickets that were taken, items that were added, items (and roots) that are not done.
struct Counters {
  unsigned *taken, *added, *unfinished;
  __device__ explicit Counters(const Queue& queue)
      : taken(queue.counters), added(queue.counters + 1), unfinished(queue.counters + 2) {}
};

// As many blocks as can be resident at a time, but not more than most. Throws CudaError.
template <typename Kernel>
int resident_blocks(Kernel kernel, int most) {
  int per_multiprocessor = 0;
  check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_multiprocessor, kernel, children, 0));
  return std::min(per_multiprocessor * multiprocessors(), most);
}

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

}  // namespace

std::span<const Rung> ladder() {
  static constexpr Rung rungs[] = {
      {"block_per_root", block_per_root},
      {"static_split", static_split},
      {"pulled_roots", pulled_roots},
      {"queue_of_nodes", queue_of_nodes},
  };
  return rungs;
}

}  // namespace work_queue
