// Shared by the files of a block's engine: its threads, what each of them waits for, and where the running one
// continues. A block runs on one OS thread; all data here belongs to that thread.
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

// A waiting thread.
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
  Context contexts[max_block_threads];  // of the threads; separate, so that they share cache lines
  Thread threads[max_block_threads];
  Lane lanes[max_block_threads];
  Meeting meetings[max_warps][warp_size];
  unsigned meeting_count[max_warps];
  std::vector<TileMeeting> tiles;
  // One bit per thread.
  std::uint64_t ready[max_block_threads / 64], at_barrier[max_block_threads / 64], yielded[max_block_threads / 64];
  unsigned ready_count, barrier_count, yielded_count;
  unsigned vote, last_vote, last_voters;
  const Operation* wide_barrier;  // the barrier is the cluster's or the grid's
  unsigned idle_rounds;           // consecutive rounds in which all threads that ran only yielded
  unsigned all_idle_rounds;       // of the block, with or without warp functions in between
  unsigned completed;             // barriers and warp functions that have completed
  bool stands_still;              // the state cannot change any more
  Fiber* fiber;
  std::vector<Fiber> fibers;
  std::vector<Fiber*> idle;
  std::size_t prepared;  // fibers that have a context
  // Number of threads that keep their fibers from block to block, 0 or a whole block: fiber, index and context of each
  // are set, and the fiber waits for the thread of that index to start.
  unsigned bound;
  dim3 bound_shape;
  char* stacks;
  Context native;  // the OS thread's own stack, where the block's scheduler runs
  const Grid* grid;
  BlockEnvironment* environment;
  bool traced;  // the microscope checks the block: every wait must be recorded
  cudaError_t failed;
  Failure failure;
};

extern __thread Engine* engine;

extern const Operation barrier_operation, grid_operation, cluster_operation, tile_operation;

inline void set_bit(std::uint64_t* bits, unsigned t) {
  bits[t / 64] |= std::uint64_t{1} << (t % 64);
}
// Threads that meet again and again may be polling what another one will store: from time to time they yield, so that
// all others run, and the watch for deadlocks looks at them.
inline bool meeting_yields(Engine& e) {
  return ++e.completed % 256 == 0;
}
inline unsigned existing_lanes(unsigned warp) {
  const unsigned left = block_state.size - warp * warp_size;
  return left >= warp_size ? ~0u : (1u << left) - 1;
}

// ---- fibers.cpp ----
Fiber* new_fiber();
Wait fiber_ends();  // no thread is left to start on this fiber, for now

// ---- threads.cpp ----
// Runs the block's threads that have not started, and later those of other blocks of the grid. A fiber stays in this
// loop as long as the grid runs.
void run_threads();
void finish_thread();  // the running thread has returned

// ---- lockstep.cpp ----
// Releases fibers that are bound to threads from `first` on, none of which runs.
void unbind(Engine& e, unsigned first);
// The block's first thread reaches its first barrier, and no other thread has started.
void begin_lockstep(Engine& e);
// All threads but the running one, which is the last, wait at the barrier: the first one may continue.
Wait next_round(Engine& e);
// The running thread does something that the others may not do: from now on every thread's state is recorded.
void leave_lockstep(Engine& e);
// A thread returns in lockstep, and no thread can simply continue.
Wait return_in_lockstep();

// ---- warp_meetings.cpp ----
// The running thread does something else: from now on the state of the round's lanes is recorded like that of all
// others.
void leave_warp_round(Engine& e);
// A lane of the warp has returned: its meetings may have become complete.
void try_complete_all(Engine& e, unsigned warp);
// Nothing else can run: all lanes that can reach __activemask or coalesced_threads have reached it. False: no lane
// waits there.
bool complete_open_meetings(Engine& e);

// ---- block_barriers.cpp ----
void open_barrier(Engine& e);
void try_open_tiles(Engine& e);
inline void try_open_barrier(Engine& e) {
  if (e.barrier_count && e.barrier_count == block_state.size - block_state.done) open_barrier(e);
}

// ---- block_failures.cpp ----
std::vector<WaitingThread> waiting_threads(const Engine& e);
// The same, and the threads that spin: they come first, so that the finding names them.
std::vector<WaitingThread> threads_that_stand_still(const Engine& e);
bool spins(const Engine& e, unsigned t);
std::string where_am_i(const Grid& grid);
std::string describe_deadlock(const Engine& e, const std::vector<WaitingThread>& waiting);
std::string describe_standstill(const Engine& e, const std::vector<WaitingThread>& threads);
std::string describe_failure(const Engine& e);

// ---- block.cpp ----
// At the first wait of a block: completes the state that the loop of plain calls did not set.
void split_block();
void thread_returned();  // called only while others wait
// Leaves the running kernel thread permanently.
[[noreturn]] void leave_block(Engine& e, cudaError_t error);

// The first ready thread; the search starts at the running thread's word.
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

// Where this OS thread continues.
inline Context next_context() {
  Engine& e = *engine;
  if (e.ready_count) return take_ready(e);
  if (block_state.next < block_state.size && !e.failed) {
    e.fiber = new_fiber();
    return e.fiber->context;
  }
  return e.native;
}

// Returns the place to store the running thread's context.
inline Context* prepare_wait(Engine& e, const Operation& operation, void* caller) {
  if (!block_state.split) split_block();
  if (block_state.lockstep != Lockstep::none) leave_lockstep(e);
  if (block_state.warp_end) leave_warp_round(e);
  Thread& me = e.threads[block_state.current];
  e.contexts[block_state.current] = nullptr;  // remains null if this thread runs next itself
  me.fiber = e.fiber;
  me.index = threadIdx;
  me.operation = &operation;
  me.caller = caller;
  return e.contexts + block_state.current;
}

}  // namespace cuda_emulator
