// What the files of a block's engine share: its threads, who of them waits for what, and how the running one goes on.
// A block runs on one OS thread; everything here is that thread's own.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/block.hpp"
#include "platform/context.hpp"

namespace cuda_emulator {

constexpr unsigned max_warps = max_block_threads / warp_size;

struct Fiber {
  Context context;
  char *low, *high;
};

// A thread that waits.
struct Thread {
  Fiber* fiber;
  uint3 index;
  const Operation* operation;
  void* caller;
};

struct Meeting {  // of lanes of one warp in one warp function
  const Operation* operation;
  unsigned mask, arrived, argument;
};

struct TileMeeting {  // of the warps of a tile of more than one warp
  unsigned first, count, arrived;
};

struct Failure {
  cudaError_t error;
  const char* what;
  const void* address;
  void* frames[64];
  int frame_count;
};

struct Engine {
  Context contexts[max_block_threads];  // of the threads; apart from the rest, so that they share cache lines
  Thread threads[max_block_threads];
  Lane lanes[max_block_threads];
  Meeting meetings[max_warps][warp_size];
  unsigned meeting_count[max_warps];
  std::vector<TileMeeting> tiles;
  // One bit a thread.
  std::uint64_t ready[max_block_threads / 64], at_barrier[max_block_threads / 64], yielded[max_block_threads / 64];
  unsigned ready_count, barrier_count, yielded_count;
  unsigned vote, last_vote, last_voters;
  const Operation* wide_barrier;  // the barrier is the cluster's or the grid's
  unsigned idle_rounds;           // in a row, in which all that ran only yielded
  unsigned all_idle_rounds;       // of the block, warp functions in between or not
  bool stands_still;              // nothing will ever change
  Fiber* fiber;
  std::vector<Fiber> fibers;
  std::vector<Fiber*> idle;
  std::size_t prepared;  // fibers that have a context
  // Threads that keep their fibers from block to block, 0 or a whole block: fiber, index and context of each are set,
  // and the fiber waits for the thread of that index to start.
  unsigned bound;
  dim3 bound_shape;
  char* stacks;
  Context native;  // the OS thread's own stack, where the block's scheduler runs
  const Grid* grid;
  BlockEnvironment* environment;
  bool traced;  // the microscope looks at the block: every wait must be noted
  cudaError_t failed;
  Failure failure;
};

extern __thread Engine* engine;

extern const Operation barrier_operation, grid_operation, cluster_operation, tile_operation;

inline void set_bit(std::uint64_t* bits, unsigned t) {
  bits[t / 64] |= std::uint64_t{1} << (t % 64);
}
inline unsigned existing_lanes(unsigned warp) {
  const unsigned left = block_state.size - warp * warp_size;
  return left >= warp_size ? ~0u : (1u << left) - 1;
}

// ---- fibers.cpp ----
Fiber* new_fiber();

// ---- lockstep.cpp ----
// Gives up fibers that are bound to threads from `first` on, none of which runs.
void unbind(Engine& e, unsigned first);
// The block's first thread comes to its first barrier, and no other has started.
void begin_lockstep(Engine& e);
// All threads but the running one, which is the last, wait at the barrier: the first may go on.
Wait next_round(Engine& e);
// The running thread does what the others need not do: from now on every thread's state is kept.
void leave_lockstep(Engine& e);

// ---- warp_meetings.cpp ----
// The running thread does something else: from now on the state of the round's lanes is kept like that of all others.
void leave_warp_round(Engine& e);
// A lane of the warp has returned: its meetings may have become complete.
void try_complete_all(Engine& e, unsigned warp);
// Nothing else can run: lanes that asked who is with them have all come that will come. False: nobody asked.
bool complete_open_meetings(Engine& e);

// ---- block_barriers.cpp ----
void open_barrier(Engine& e);
void try_open_tiles(Engine& e);
inline void try_open_barrier(Engine& e) {
  if (e.barrier_count && e.barrier_count == block_state.size - block_state.done) open_barrier(e);
}

// ---- block_failures.cpp ----
std::vector<WaitingThread> waiting_threads(const Engine& e);
// The same, and the threads that ask again and again: as they come first, they name the finding.
std::vector<WaitingThread> threads_that_stand_still(const Engine& e);
bool spins(const Engine& e, unsigned t);
std::string where_am_i(const Grid& grid);
std::string describe_deadlock(const Engine& e, const std::vector<WaitingThread>& waiting);
std::string describe_standstill(const Engine& e, const std::vector<WaitingThread>& threads);
std::string describe_failure(const Engine& e);

// ---- block.cpp ----
// The first wait of a block settles what the loop of plain calls left open.
void split_block();
// Leaves the running kernel thread for good.
[[noreturn]] void leave_block(Engine& e, cudaError_t error);

// The first ready thread, looking from the running one's word on.
inline Context take_ready(Engine& e) {
  unsigned word = block_state.current / 64;
  while (!e.ready[word]) word = (word + 1) % (max_block_threads / 64);
  const unsigned t = word * 64 + static_cast<unsigned>(__builtin_ctzll(e.ready[word]));
  e.ready[word] &= e.ready[word] - 1;
  --e.ready_count;
  const Thread& thread = e.threads[t];
  block_state.current = t;
  threadIdx = thread.index;
  e.fiber = thread.fiber;
  return e.contexts[t];
}

// Where this OS thread goes on.
inline Context next_context() {
  Engine& e = *engine;
  if (e.ready_count) return take_ready(e);
  if (block_state.next < block_state.size && !e.failed) {
    e.fiber = new_fiber();
    return e.fiber->context;
  }
  return e.native;
}

// Gives where the running thread's context goes.
inline Context* prepare_wait(Engine& e, const Operation& operation, void* caller) {
  if (!block_state.split) split_block();
  if (block_state.lockstep != Lockstep::none) leave_lockstep(e);
  if (block_state.warp_end) leave_warp_round(e);
  Thread& me = e.threads[block_state.current];
  e.contexts[block_state.current] = nullptr;  // stays null if this thread is itself the next to run
  me.fiber = e.fiber;
  me.index = threadIdx;
  me.operation = &operation;
  me.caller = caller;
  return e.contexts + block_state.current;
}

}  // namespace cuda_emulator
