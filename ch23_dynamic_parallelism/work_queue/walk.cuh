// The walk of a block over a branch of the tree, and the counters that the blocks of a launch share.
#pragma once

#include <cuda/atomic>

#include "ch23_dynamic_parallelism/work_queue/work_queue.h"
#include "common/check.h"

namespace work_queue {

// Several blocks use these words at a time. Relaxed: only the word itself matters. Release and acquire: a block that
// reads the word also sees the stores before it was written.
using Shared = cuda::atomic_ref<unsigned, cuda::thread_scope_device>;

// The nodes that a block has still to visit. It continues with the last one, so that at most 64 per depth wait.
struct Stack {
  Node nodes[children * depth_limit];
  int height;
};

__device__ inline Node child_of_this_thread(const Node& parent, Totals& mine) {
  const Node child = child_of(parent, threadIdx.x);
  ++mine.nodes;
  mine.sum_of_seeds += child.seed;
  mine.deepest = max(mine.deepest, child.depth);
  return child;
}

// Walks until the stack is empty. All threads of the block must call it after a barrier.
__device__ inline void walk(Stack& stack, Totals& mine) {
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

__device__ inline void walk_from(std::uint32_t root, Stack& stack, Totals& mine) {
  if (threadIdx.x == 0) {
    stack.nodes[0] = {root, 0};
    stack.height = 1;
  }
  __syncthreads();
  walk(stack, mine);
}

// Adds the totals of this block's threads.
__device__ inline void add_to(Totals* totals, const Totals& mine) {
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

// Enqueues the initialisation of the counters for n roots and an empty queue. Throws CudaError.
void begin(const Queue& queue, std::size_t n);

// As many blocks as can be resident at a time, but not more than most. Throws CudaError.
template <typename Kernel>
int resident_blocks(Kernel kernel, int most) {
  int per_multiprocessor = 0;
  check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_multiprocessor, kernel, children, 0));
  return std::min(per_multiprocessor * multiprocessors(), most);
}

}  // namespace work_queue
