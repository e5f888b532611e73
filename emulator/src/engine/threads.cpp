// Runs the threads of a block, one after another while none of them waits.
#include "engine/block_engine.hpp"

namespace cuda_emulator {

void finish_thread() {
  if (block_state.warp_end) leave_warp_round(*engine);
  block_state.returned[block_state.current / warp_size] |= 1u << (block_state.current % warp_size);
  ++block_state.done;
  if (block_state.waiting) thread_returned();
}

namespace {

// While no thread has waited, the threads of a block are plain calls. This only stores, and reads nothing that the
// kernel might have changed, except split. False if one of them has waited: then the running thread, which may be
// another one, has returned.
bool run_plain_calls(const Grid& running) {
  const unsigned width = blockDim.x, height = blockDim.y, depth = blockDim.z;
  unsigned t = 0;
  for (unsigned z = 0; z < depth; ++z) {
    for (unsigned y = 0; y < height; ++y) {
      threadIdx.y = y;
      threadIdx.z = z;
      block_state.current = t;
      running.run_row(running.arg, 0, width);
      if (__builtin_expect(block_state.split, 0)) return false;
      t += width;
    }
  }
  block_state.next = block_state.done = block_state.size;
  return true;
}

}  // namespace

void run_threads() {
  const Grid& running = *engine->grid;
  const unsigned grid = block_state.grid;
  const unsigned width = blockDim.x, height = blockDim.y, depth = blockDim.z;
  do {
    if (block_state.split || run_plain_calls(running)) {
      if (!block_state.barrier_end) {  // else a thread in lockstep has continued with the one that starts here
        if (block_state.next >= block_state.size) {
          go(fiber_ends());
          continue;
        }
        const unsigned t = block_state.current = block_state.next++;
        threadIdx = height * depth == 1 ? uint3{t, 0, 0} : uint3{t % width, t / width % height, t / (width * height)};
      }
      running.run_row(running.arg, threadIdx.x, threadIdx.x + 1);
    }
    if (block_state.lockstep == Lockstep::none) {
      finish_thread();
    } else {
      BlockState& block = running_block();
      go(block.current < block.return_end ? step_on(block) : return_in_lockstep());
    }
  } while (block_state.grid == grid);
}

}  // namespace cuda_emulator
