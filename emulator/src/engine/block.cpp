// One block: its fibers, barriers and warp functions, and what happens when it cannot go on.
#include "engine/block.hpp"

#include <pthread.h>
#include <sched.h>
#include <sys/mman.h>
#include <unwind.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <utility>

#include "emulator/alignment.hpp"
#include "emulator/cluster.hpp"
#include "engine/cluster.hpp"
#include "engine/grid_watch.hpp"
#include "engine/print.hpp"
#include "engine/red_zones.hpp"
#include "platform/context.hpp"
#include "platform/pages.hpp"
#include "platform/source_line.hpp"
#include "platform/thread_variables.hpp"

__thread uint3 threadIdx, blockIdx;
__thread dim3 blockDim, gridDim;

namespace cuda_emulator {

__thread BlockState block_state;
__thread char shared_buffer[max_dynamic_shared] __attribute__((aligned(1024)));  // as swizzled tiles want it
Hooks hooks;

namespace {

constexpr unsigned max_warps = max_block_threads / warp_size;
constexpr std::size_t stack_size =
    256 * 1024;  // with its guard page, of 64 KB at most; memory comes as a stack grows into it
// A guard page splits a mapping, and a process may have so many: a third of them for the guards of stacks, a third for
// allocations (memory.cpp), the rest for OS threads and libraries. Later stacks go without a guard.
std::size_t max_guards() {
  static const std::size_t most = most_mappings() / 6;
  return most;
}

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
__thread Engine* engine;
std::atomic<unsigned> guards{0};

const Operation barrier_operation{"__syncthreads", nullptr};
const Operation grid_operation{"grid.sync", nullptr};
const Operation cluster_operation{"cluster.sync", nullptr};
const Operation tile_operation{"tile.sync", nullptr};

unsigned existing_lanes(unsigned warp) {
  const unsigned left = block_state.size - warp * warp_size;
  return left >= warp_size ? ~0u : (1u << left) - 1;
}

void set_bit(std::uint64_t* bits, unsigned t) {
  bits[t / 64] |= std::uint64_t{1} << (t % 64);
}

// ---- fibers ----

// A fiber stays in its entry while the grid lasts; then it is asked to start a thread of another one.
void fiber_main() {
  for (;;) engine->grid->entry(engine->grid->arg);
}

void map_stacks(Engine& e) {
  void* const memory = mmap(nullptr, stack_size * max_block_threads, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) {
    std::perror("cuda_emulator: no address space for the stacks of a block");
    std::abort();
  }
  e.stacks = static_cast<char*>(memory);
  e.fibers.resize(max_block_threads);
  e.idle.reserve(max_block_threads);
}

Fiber* new_fiber() {
  Engine& e = *engine;
  if (!e.idle.empty()) {
    Fiber* const fiber = e.idle.back();
    e.idle.pop_back();
    return fiber;
  }
  if (!e.stacks) map_stacks(e);
  const std::size_t i = e.prepared++;
  Fiber& fiber = e.fibers[i];
  if (!fiber.low) {
    char* const bottom = e.stacks + i * stack_size;
    const bool guarded = guards.fetch_add(1) < max_guards() && mprotect(bottom, page_size(), PROT_NONE) == 0;
    fiber.low = bottom + (guarded ? page_size() : 0);
    fiber.high = bottom + stack_size;
  }
  // Stacks that all start at the same offset would meet in a few sets of the cache.
  const std::size_t colour = (i % 61) * 5 * 64;
  fiber.context = make_context(fiber.high - colour, fiber.high - colour - fiber.low, fiber_main);
  return &fiber;
}

// ---- lockstep ----

// Gives up fibers that are bound to threads from `first` on, none of which runs.
void unbind(Engine& e, unsigned first) {
  for (unsigned t = e.bound; t-- > first;) {
    e.threads[t].fiber->context = e.contexts[t];
    e.idle.push_back(e.threads[t].fiber);
  }
  e.bound = 0;
}

uint3 index_of(unsigned t) {
  return {t % blockDim.x, t / blockDim.x % blockDim.y, t / (blockDim.x * blockDim.y)};
}

// The block's first thread comes to its first barrier, and no other has started.
void begin_lockstep(Engine& e) {
  const unsigned size = block_state.size;
  if (!e.bound) {
    e.threads[0].fiber = e.fiber;
    e.threads[0].index = {0, 0, 0};
    for (unsigned t = 1; t < size; ++t) {
      Thread& thread = e.threads[t];
      thread.fiber = new_fiber();
      thread.index = index_of(t);
      e.contexts[t] = thread.fiber->context;
    }
    e.bound = size;
    e.bound_shape = blockDim;
  }
  block_state.split = 1;
  block_state.lockstep = Lockstep::starting;
  block_state.barrier_end = size - 1;
}

// All threads but the running one, which is the last, wait at the barrier: the first may go on.
Wait next_round(Engine& e) {
  Context* const mine = e.contexts + block_state.current;
  e.last_vote = 0;
  e.last_voters = block_state.size;
  e.idle_rounds = 0;
  flush_block_text();
  block_state.lockstep = Lockstep::meeting;
  block_state.current = 0;
  threadIdx = {0, 0, 0};
  return {mine, block_state.size == 1 ? nullptr : e.contexts[0]};
}

// The running thread does what the others need not do: from now on every thread's state is kept.
void leave_lockstep(Engine& e) {
  const unsigned size = block_state.size, current = block_state.current;
  const Lockstep mode = std::exchange(block_state.lockstep, Lockstep::none);
  block_state.barrier_end = block_state.return_end = 0;
  block_state.next = size;
  block_state.done = 0;
  e.fiber = e.threads[current].fiber;
  if (mode == Lockstep::ending) {
    block_state.done = current;
    for (unsigned t = 0; t < current; ++t) {
      block_state.returned[t / warp_size] |= 1u << (t % warp_size);
      e.threads[t].fiber->context = e.contexts[t];
      e.idle.push_back(e.threads[t].fiber);
    }
  } else {
    for (unsigned t = 0; t < current; ++t) {
      set_bit(e.at_barrier, t);
      e.threads[t].operation = &barrier_operation;
      if (void* const place = resume_address(e.contexts[t])) e.threads[t].caller = place;
    }
    e.barrier_count = block_state.waiting = current;
  }
  if (mode == Lockstep::starting) {
    block_state.next = current + 1;
    unbind(e, current + 1);
  } else {
    for (unsigned t = current + 1; t < size; ++t) set_bit(e.ready, t);
    e.ready_count = size - current - 1;
  }
  e.bound = 0;
}

// ---- a warp in step ----

// The threads of a round's lanes, as bits of their warp.
unsigned round_lanes(unsigned from, unsigned to) {
  const std::uint64_t upto_last = (std::uint64_t{2} << (to % warp_size)) - 1;
  return static_cast<unsigned>(upto_last & (~std::uint64_t{0} << (from % warp_size)));
}

// The running thread arrives at an operation as the first lane of a mask without gaps, and all others of the mask may
// run: then their order says who has arrived. Returns whether it is so.
bool begin_warp_round(Engine& e, const Operation& operation, unsigned mask) {
  const unsigned t = block_state.current, warp = t / warp_size;
  const unsigned lanes = mask & existing_lanes(warp) & ~block_state.returned[warp], others = lanes & (lanes - 1);
  const std::uint64_t others_ready = std::uint64_t{others} << (warp % 2 * warp_size);
  if (e.traced || operation.open || !others || static_cast<unsigned>(__builtin_ctz(lanes)) != t % warp_size ||
      (e.ready[warp / 2] & others_ready) != others_ready) {
    return false;
  }
  const unsigned last = t + static_cast<unsigned>(__builtin_popcount(others));
  if (round_lanes(t, last) != lanes) return false;
  e.ready[warp / 2] &= ~others_ready;
  e.ready_count -= last - t;
  block_state.warp_begin = t;
  block_state.warp_end = last;
  block_state.warp_mask = mask;
  block_state.warp_operation = &operation;
  return true;
}

// The running thread, which is the last of the round, has arrived: all lanes get their results, and the first goes on.
Wait next_warp_round(Engine& e) {
  const unsigned first = block_state.warp_begin, last = block_state.warp_end, warp = first / warp_size;
  Context* const mine = e.contexts + last;
  if (const auto finish = block_state.warp_operation->finish) {
    finish(round_lanes(first, last), e.lanes + warp * warp_size);
  }
  flush_warp_text(warp);
  e.idle_rounds = 0;
  block_state.current = first;
  threadIdx = e.threads[first].index;
  return {mine, e.contexts[first]};
}

// The running thread does something else: from now on the state of the round's lanes is kept like that of all others.
void leave_warp_round(Engine& e) {
  const unsigned first = block_state.warp_begin, last = std::exchange(block_state.warp_end, 0u),
                 warp = first / warp_size, current = block_state.current;
  e.fiber = e.threads[current].fiber;
  if (current < last) {
    e.ready[warp / 2] |= std::uint64_t{round_lanes(current + 1, last)} << (warp % 2 * warp_size);
    e.ready_count += last - current;
  }
  if (current == first) return;
  const unsigned arrived = round_lanes(first, current - 1);
  e.meetings[warp][e.meeting_count[warp]++] = {block_state.warp_operation, block_state.warp_mask, arrived, 0};
  block_state.waiting += current - first;
  for (unsigned t = first; t < current; ++t) {
    e.threads[t].operation = block_state.warp_operation;
    if (void* const place = resume_address(e.contexts[t])) e.threads[t].caller = place;
  }
}

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

// The first wait of a block settles what the loop of plain calls left open.
void split_block() {
  if (engine->bound) unbind(*engine, 1);
  block_state.split = 1;
  block_state.next = block_state.current + 1;
  block_state.done = block_state.current;
  for (unsigned t = 0; t < block_state.current; ++t) {
    block_state.returned[t / warp_size] |= 1u << (t % warp_size);
  }
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

// Leaves the running kernel thread for good.
[[noreturn]] void leave_block(Engine& e, cudaError_t error) {
  e.failed = error;
  Context nowhere;
  switch_context(&nowhere, e.native);
  __builtin_unreachable();
}

// ---- the block's barrier ----

void open_barrier(Engine& e) {
  e.last_vote = e.vote;
  e.last_voters = e.barrier_count;
  e.vote = 0;
  flush_block_text();
  if (hooks.block_sync) hooks.block_sync();
  const bool lockstep = !e.wide_barrier && !e.traced && e.barrier_count == block_state.size;
  if (const Operation* const wide = std::exchange(e.wide_barrier, nullptr)) {
    const bool opened = wide == &grid_operation ? e.environment->meet_grid() : e.environment->meet_cluster();
    if (!opened) leave_block(e, cudaErrorLaunchFailure);
    if (hooks.grid_sync) hooks.grid_sync();
  }
  for (unsigned i = 0; i * 64 < block_state.size; ++i) {  // or: threads that yielded may be ready too
    if (!lockstep) e.ready[i] |= e.at_barrier[i];
    e.at_barrier[i] = 0;
  }
  if (!lockstep) e.ready_count += e.barrier_count;
  block_state.waiting -= e.barrier_count;
  e.barrier_count = 0;
  e.idle_rounds = 0;
  if (lockstep) {
    block_state.lockstep = Lockstep::meeting;
    block_state.barrier_end = block_state.size - 1;
    block_state.current = 0;
    threadIdx = {0, 0, 0};
  }
}

inline void try_open_barrier(Engine& e) {
  if (e.barrier_count && e.barrier_count == block_state.size - block_state.done) open_barrier(e);
}

// Of the block's threads with those of other blocks.
Wait arrive_at_wide_barrier(const Operation& operation, void* caller) {
  Engine& e = *engine;
  Context* const mine = prepare_wait(e, operation, caller);
  ++e.barrier_count;
  ++block_state.waiting;
  e.wide_barrier = &operation;
  set_bit(e.at_barrier, block_state.current);
  try_open_barrier(e);
  return {mine, next_context()};
}

// ---- warp functions ----

void complete(Engine& e, unsigned warp, unsigned i) {
  const Meeting meeting = e.meetings[warp][i];
  e.meetings[warp][i] = e.meetings[warp][--e.meeting_count[warp]];
  Lane* const lanes = e.lanes + warp * warp_size;
  if (hooks.warp_function) hooks.warp_function(*meeting.operation, warp, meeting.mask, meeting.arrived, lanes);
  if (meeting.operation->finish) meeting.operation->finish(meeting.arrived, lanes);
  flush_warp_text(warp);
  if (hooks.warp_sync && meeting.operation->orders) hooks.warp_sync(warp, meeting.arrived);
  e.ready[warp / 2] |= std::uint64_t{meeting.arrived} << (warp % 2 * warp_size);
  const unsigned count = static_cast<unsigned>(__builtin_popcount(meeting.arrived));
  e.ready_count += count;
  block_state.waiting -= count;
  e.idle_rounds = 0;
}

inline bool try_complete(Engine& e, unsigned warp, unsigned i) {
  const Meeting& meeting = e.meetings[warp][i];
  const unsigned needed = meeting.mask & existing_lanes(warp) & ~block_state.returned[warp];
  if (needed & ~meeting.arrived) return false;
  complete(e, warp, i);
  return true;
}

// Nothing else can run: lanes that asked who is with them have all come that will come. In every warp the meeting at
// the lowest source line ends first: lanes that left a loop wait behind it for those that are still inside.
bool complete_open_meetings(Engine& e) {
  bool any = false;
  for (unsigned warp = 0; warp * warp_size < block_state.size; ++warp) {
    const Meeting* first = nullptr;
    for (unsigned i = 0; i < e.meeting_count[warp]; ++i) {
      const Meeting& meeting = e.meetings[warp][i];
      if (meeting.operation->open && (!first || meeting.argument < first->argument)) first = &meeting;
    }
    if (!first) continue;
    complete(e, warp, static_cast<unsigned>(first - e.meetings[warp]));
    any = true;
  }
  return any;
}

// ---- tiles of several warps ----

void try_open_tiles(Engine& e) {
  for (std::size_t i = e.tiles.size(); i-- > 0;) {
    const TileMeeting tile = e.tiles[i];
    unsigned needed = 0;
    for (unsigned t = tile.first; t < std::min(tile.first + tile.count, block_state.size); ++t) {
      needed += !(block_state.returned[t / warp_size] >> (t % warp_size) & 1);
    }
    if (tile.arrived < needed) continue;
    for (unsigned t = tile.first; t < std::min(tile.first + tile.count, block_state.size); ++t) {
      if (!(block_state.returned[t / warp_size] >> (t % warp_size) & 1)) set_bit(e.ready, t);
    }
    if (hooks.tile_sync) hooks.tile_sync(tile.first, tile.count);
    e.ready_count += tile.arrived;
    block_state.waiting -= tile.arrived;
    e.tiles.erase(e.tiles.begin() + static_cast<std::ptrdiff_t>(i));
    e.idle_rounds = 0;
  }
}

// ---- reports ----

std::string position(unsigned t) {
  const uint3 index{t % blockDim.x, t / blockDim.x % blockDim.y, t / (blockDim.x * blockDim.y)};
  return "(" + std::to_string(index.x) + "," + std::to_string(index.y) + "," + std::to_string(index.z) + ")";
}

std::string where_am_i(const Grid& grid) {
  return std::string("kernel ") + grid.name + ", block (" + std::to_string(blockIdx.x) + "," +
         std::to_string(blockIdx.y) + "," + std::to_string(blockIdx.z) + ")";
}

bool waits(const Engine& e, unsigned t) {
  const unsigned warp = t / warp_size, lane = t % warp_size;
  if (e.at_barrier[t / 64] >> (t % 64) & 1) return true;
  for (unsigned i = 0; i < e.meeting_count[warp]; ++i) {
    if (e.meetings[warp][i].arrived >> lane & 1) return true;
  }
  return e.threads[t].operation == &tile_operation && !(block_state.returned[warp] >> lane & 1);
}

std::vector<WaitingThread> waiting_threads(const Engine& e) {
  std::vector<WaitingThread> waiting;
  for (unsigned t = 0; t < block_state.size; ++t) {
    if (!waits(e, t)) continue;
    const Thread& thread = e.threads[t];
    waiting.push_back({t, thread.operation->name, thread.caller, thread.operation == &barrier_operation});
  }
  return waiting;
}

bool spins(const Engine& e, unsigned t) {
  return e.ready[t / 64] >> (t % 64) & 1;
}

// The same, and the threads that ask again and again: as they come first, they name the finding.
std::vector<WaitingThread> threads_that_stand_still(const Engine& e) {
  std::vector<WaitingThread> all;
  for (unsigned t = 0; t < block_state.size; ++t) {
    if (spins(e, t)) all.push_back({t, "a loop that asks again and again", e.threads[t].caller, false, true});
  }
  const std::vector<WaitingThread> waiting = waiting_threads(e);
  all.insert(all.end(), waiting.begin(), waiting.end());
  return all;
}

// Who waits where.
std::string describe_waiting(const std::vector<WaitingThread>& waiting) {
  std::vector<void*> callers;
  for (const WaitingThread& w : waiting) callers.push_back(w.caller);
  std::sort(callers.begin(), callers.end());
  callers.erase(std::unique(callers.begin(), callers.end()), callers.end());
  std::map<void*, std::string> lines = source_lines(callers);
  // By line, not by address: the compiler makes several copies of a kernel's code.
  std::vector<std::pair<std::string, std::vector<unsigned>>> places;
  for (const WaitingThread& w : waiting) {
    const std::string place = std::string(w.operation) + " at " + lines[w.caller];
    auto known = std::find_if(places.begin(), places.end(), [&](const auto& p) { return p.first == place; });
    if (known == places.end()) known = places.insert(places.end(), {place, {}});
    known->second.push_back(w.thread);
  }
  std::string text;
  for (const auto& [place, threads] : places) {
    text += "  " + std::to_string(threads.size()) + (threads.size() == 1 ? " thread " : " threads from ") +
            position(threads.front());
    if (threads.size() > 1) text += " to " + position(threads.back());
    text += " in " + place + "\n";
  }
  return text;
}

std::string describe_deadlock(const Engine& e, const std::vector<WaitingThread>& waiting) {
  return "cuda_emulator: " + where_am_i(*e.grid) + ": deadlock: " + std::to_string(block_state.done) +
         " threads returned, the others wait for threads that never come:\n" + describe_waiting(waiting);
}

std::string describe_standstill(const Engine& e, const std::vector<WaitingThread>& threads) {
  return "cuda_emulator: " + where_am_i(*e.grid) + ": deadlock: nothing has changed for " + patience_text() + ": " +
         std::to_string(block_state.done) + " threads returned, the others ask again and again or wait:\n" +
         describe_waiting(threads) + e.environment->describe_grid();
}

std::string describe_failure(const Engine& e) {
  const Failure& failure = e.failure;
  const std::vector<void*> frames(failure.frames, failure.frames + failure.frame_count);
  std::map<void*, std::string> lines = source_lines(frames);
  std::string line = "an unknown line";
  for (void* frame : frames) {
    if (lines[frame] == unknown_line) continue;
    line = lines[frame];
    break;
  }
  std::string text = "cuda_emulator: " + where_am_i(*e.grid) + ", thread " + position(block_state.current) + ", at " +
                     line + ": " + failure.what;
  if (failure.address && text.find("0x") == std::string::npos) {
    char address[32];
    std::snprintf(address, sizeof address, " %p", failure.address);
    text += address;
  }
  return text + "\n";
}

// The stacks of a block that was given up are thrown away, with whatever stands on them.
void forget_block(Engine& e) {
  e.prepared = 0;
  e.idle.clear();
  e.tiles.clear();
  std::fill(std::begin(e.meeting_count), std::end(e.meeting_count), 0u);
  for (std::uint64_t* bits : {e.ready, e.at_barrier, e.yielded}) std::fill(bits, bits + max_block_threads / 64, 0);
  e.ready_count = e.barrier_count = e.yielded_count = e.vote = e.bound = 0;
  block_state.lockstep = Lockstep::none;
  block_state.barrier_end = block_state.return_end = block_state.warp_end = 0;
  e.wide_barrier = nullptr;
  block_state.waiting = 0;
}

// All that could run did nothing but yield: let other OS threads work, and start more blocks if that goes on.
void idle_round(Engine& e) {
  for (unsigned i = 0; i * 64 < block_state.size; ++i) {
    e.ready[i] = e.yielded[i];
    e.yielded[i] = 0;
  }
  e.ready_count = e.yielded_count;
  e.yielded_count = 0;
  if (std::exchange(block_state.stepped_aside, false)) e.idle_rounds = 0;
  if (++e.idle_rounds % 16 == 0) sched_yield();
  if (e.idle_rounds % 256 == 0) e.environment->spins();
  if (++e.all_idle_rounds % 256 == 0) e.stands_still = e.environment->stands_still();
  if (!e.stands_still && e.environment->given_up()) e.failed = cudaErrorLaunchFailure;
}

_Unwind_Reason_Code note_frame(_Unwind_Context* context, void* data) {
  Failure& failure = *static_cast<Failure*>(data);
  int before_instruction = 0;
  char* const address = reinterpret_cast<char*>(_Unwind_GetIPInfo(context, &before_instruction));
  if (!address || failure.frame_count == 64) return _URC_END_OF_STACK;
  // source_lines takes return addresses, which lie behind the call; an interrupted instruction stands for itself.
  failure.frames[failure.frame_count++] = address + (before_instruction ? 1 : 0);
  return _URC_NO_REASON;
}

}  // namespace

// ---- called by kernels ----

CUDA_EMULATOR_WAIT arrive_at_barrier(unsigned vote) {
  Engine& e = *engine;
  if (!vote) {
    if (!block_state.split && block_state.current == 0 && !e.traced) begin_lockstep(e);
    if (block_state.lockstep == Lockstep::starting || block_state.lockstep == Lockstep::meeting) {
      e.threads[block_state.current].caller = __builtin_return_address(0);
      return block_state.current < block_state.barrier_end ? step_on(block_state) : next_round(e);
    }
  }
  Context* const mine = prepare_wait(e, barrier_operation, __builtin_return_address(0));
  e.vote += vote;
  ++e.barrier_count;
  ++block_state.waiting;
  set_bit(e.at_barrier, block_state.current);
  try_open_barrier(e);
  return {mine, block_state.lockstep == Lockstep::none ? next_context() : e.contexts[0]};
}

unsigned block_votes() {
  return engine->last_vote;
}

unsigned block_voters() {
  return engine->last_voters;
}

CUDA_EMULATOR_WAIT arrive_at_grid_barrier() {
  if (!engine->grid->cooperative) {
    abandon_kernel(cudaErrorLaunchFailure, "grid.sync() needs a cooperative launch", nullptr);
  }
  return arrive_at_wide_barrier(grid_operation, __builtin_return_address(0));
}

CUDA_EMULATOR_WAIT arrive_at_cluster_barrier() {
  return arrive_at_wide_barrier(cluster_operation, __builtin_return_address(0));
}

void demand_cluster(dim3 dims) {
  engine->environment->demand_cluster(dims);
  if (!block_state.split) split_block();
  leave_block(*engine, cudaErrorInvalidClusterSize);
}

std::size_t running_dynamic_shared() {
  return engine->grid->shared;
}

bool grid_is_cooperative() {
  return engine->grid->cooperative;
}

CUDA_EMULATOR_WAIT arrive_at_tile_barrier(unsigned first, unsigned count) {
  Engine& e = *engine;
  Context* const mine = prepare_wait(e, tile_operation, __builtin_return_address(0));
  ++block_state.waiting;
  auto tile = std::find_if(e.tiles.begin(), e.tiles.end(),
                           [&](const TileMeeting& t) { return t.first == first && t.count == count; });
  if (tile == e.tiles.end()) {
    e.tiles.push_back({first, count, 1});
  } else {
    ++tile->arrived;
  }
  try_open_tiles(e);
  return {mine, next_context()};
}

CUDA_EMULATOR_WAIT arrive_at_collective(const Operation& operation, unsigned mask, unsigned long long value,
                                        unsigned argument, unsigned width) {
  Engine& e = *engine;
  const unsigned t = block_state.current, warp = t / warp_size, lane = t % warp_size;
  e.lanes[t] = {value, argument, width};
  if (block_state.warp_end && block_state.warp_mask == mask) {
    if (t == block_state.warp_begin && !operation.open) block_state.warp_operation = &operation;  // nobody has arrived
    if (block_state.warp_operation == &operation) {
      return t < block_state.warp_end ? step_on(block_state) : next_warp_round(e);
    }
  }
  Context* const mine = prepare_wait(e, operation, __builtin_return_address(0));
  if (begin_warp_round(e, operation, mask)) return step_on(block_state);
  ++block_state.waiting;
  if (!(mask >> lane & 1) && hooks.outside_mask) hooks.outside_mask(__builtin_return_address(0));
  mask |= 1u << lane;
  unsigned i = 0;
  Meeting* const meetings = e.meetings[warp];
  while (i < e.meeting_count[warp] && !(meetings[i].operation == &operation && meetings[i].mask == mask &&
                                        (!operation.open || meetings[i].argument == argument))) {
    ++i;
  }
  if (i == e.meeting_count[warp]) meetings[e.meeting_count[warp]++] = {&operation, mask, 0, argument};
  meetings[i].arrived |= 1u << lane;
  try_complete(e, warp, i);
  return {mine, next_context()};
}

unsigned long long collective_result() {
  return engine->lanes[block_state.current].value;
}

void leave_warp_round() {
  leave_warp_round(*engine);
}

CUDA_EMULATOR_WAIT fiber_ends() {
  Engine& e = *engine;
  if (e.bound) return {&e.contexts[0], next_context()};  // no thread of the block waited
  Fiber* const mine = e.fiber;
  e.idle.push_back(mine);
  return {&mine->context, next_context()};  // which changes e.fiber
}

__attribute__((nothrow)) void next_row() {
  threadIdx.x = 0;
  if (++threadIdx.y == blockDim.y) {
    threadIdx.y = 0;
    ++threadIdx.z;
  }
}

// Where no thread can simply step on.
CUDA_EMULATOR_WAIT return_in_lockstep() {
  Engine& e = *engine;
  const unsigned last = block_state.size - 1;
  if (block_state.current == 0 && last != 0) {
    block_state.lockstep = Lockstep::ending;
    block_state.barrier_end = 0;
    block_state.return_end = last;
    return step_on(block_state);
  }
  if (last == 0 || (block_state.lockstep == Lockstep::ending && block_state.current == last)) {
    e.bound = block_state.next = block_state.done = block_state.size;
    e.bound_shape = blockDim;
    block_state.lockstep = Lockstep::none;
    block_state.barrier_end = block_state.return_end = 0;
    return {&e.contexts[last], e.native};
  }
  leave_lockstep(e);
  finish_thread();
  return {nullptr, nullptr};
}

void thread_returned() {
  Engine& e = *engine;
  const unsigned warp = block_state.current / warp_size;
  for (unsigned i = e.meeting_count[warp]; i-- > 0;) try_complete(e, warp, i);
  if (!e.tiles.empty()) try_open_tiles(e);
  try_open_barrier(e);
}

CUDA_EMULATOR_WAIT arrive_at_relax() {
  if (!block_state.in_kernel) {
    sched_yield();
    return {nullptr, nullptr};
  }
  Engine& e = *engine;
  Context* const mine = prepare_wait(e, barrier_operation, __builtin_return_address(0));
  set_bit(e.yielded, block_state.current);
  ++e.yielded_count;
  return {mine, next_context()};
}

void trap() {
  abandon_kernel(cudaErrorLaunchFailure, "__trap()", nullptr);
}

bool is_local(const void* p) {
  const StackRange stack = running_stack();
  return p >= stack.low && p < stack.high;
}

// A GPU's compiler aligns variables of the thread itself, or keeps them in registers.
bool demands_alignment(const void* p) noexcept {
  return block_state.in_kernel && !is_local(p);
}

void misaligned_address(const void* p) {
  abandon_kernel(cudaErrorMisalignedAddress, "touches an address that is not a multiple of the type's size", p);
}

bool is_shared(const void* p) {
  const TlsRange range = program_tls();
  return (p >= range.low && p < range.high) || is_thread_local_of_object(p);
}

const char* running_kernel() {
  return engine->grid->name;
}

bool in_kernel() {
  return block_state.in_kernel;
}

void abandon_kernel(cudaError_t error, const char* what, const void* address) {
  if (!block_state.in_kernel) {
    std::fprintf(stderr, "cuda_emulator: outside of a kernel: %s\n", what);
    std::abort();
  }
  Engine& e = *engine;
  if (!block_state.split) split_block();
  e.failure = {error, what, address, {}, 0};
  _Unwind_Backtrace(note_frame, &e.failure);
  // A signal handler is left by the jump, so its signal has to be let in again.
  sigset_t faults;
  sigemptyset(&faults);
  for (int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL}) sigaddset(&faults, signal);
  pthread_sigmask(SIG_UNBLOCK, &faults, nullptr);
  leave_block(e, error);
}

StackRange running_stack() {
  if (!engine || !engine->fiber || !block_state.in_kernel) return {nullptr, nullptr};
  const bool in_step = block_state.lockstep != Lockstep::none || block_state.warp_end;
  const Fiber* const fiber = in_step ? engine->threads[block_state.current].fiber : engine->fiber;
  return {fiber->low, fiber->high};
}

std::vector<void*> barrier_callers() {
  std::vector<void*> callers(block_state.size);
  for (unsigned t = 0; t < block_state.size; ++t) {
    if (engine->at_barrier[t / 64] >> (t % 64) & 1) callers[t] = engine->threads[t].caller;
  }
  return callers;
}

void* caller_of(unsigned thread) {
  return engine->threads[thread].caller;
}

bool is_stack_guard(const void* address) {
  if (!engine || !engine->stacks) return false;
  const auto offset = static_cast<const char*>(address) - engine->stacks;
  return offset >= 0 && static_cast<std::size_t>(offset) < stack_size * max_block_threads &&
         static_cast<std::size_t>(offset) % stack_size < page_size();
}

// ---- called by the pool ----

void take_spinning_stacks(std::vector<ThreadStack>* stacks) {
  const Engine& e = *engine;
  stacks->clear();
  for (unsigned t = 0; t < block_state.size; ++t) {
    if (spins(e, t)) stacks->push_back({t, static_cast<const char*>(e.contexts[t]), e.threads[t].fiber->high});
  }
}

BlockResult run_block(const Grid& grid, BlockEnvironment& environment) {
  std::string report;
  if (!engine) engine = new Engine();
  Engine& e = *engine;
  block_state.current = block_state.next = block_state.done = block_state.waiting = block_state.split = 0;
  block_state.spins = 0;  // what a block does must not depend on which blocks the OS thread has run
  block_state.size = grid.block.x * grid.block.y * grid.block.z;
  for (unsigned warp = 0; warp * warp_size < block_state.size; ++warp) block_state.returned[warp] = 0;
  block_state.lockstep = Lockstep::none;
  block_state.barrier_end = block_state.return_end = block_state.warp_end = 0;
  block_state.lanes = e.lanes;
  block_state.contexts = e.contexts;
  blockDim = grid.block;
  gridDim = grid.grid;
  e.grid = &grid;
  e.environment = &environment;
  e.failed = cudaSuccess;
  e.failure.what = nullptr;
  e.idle_rounds = e.all_idle_rounds = 0;
  e.stands_still = false;

  lay_red_zones(grid.shared);
  e.traced = hooks.block_begin && hooks.block_begin(grid);
  block_state.in_kernel = true;
  const dim3 shape = e.bound_shape;
  if (e.bound && (shape.x != blockDim.x || shape.y != blockDim.y || shape.z != blockDim.z)) unbind(e, 0);
  e.fiber = e.bound ? e.threads[0].fiber : new_fiber();
  switch_context(&e.native, e.bound ? e.contexts[0] : e.fiber->context);
  while (block_state.done < block_state.size && !e.failed) {
    if (e.stands_still) {
      const std::vector<WaitingThread> threads = threads_that_stand_still(e);
      report = describe_standstill(e, threads);
      if (e.traced && hooks.deadlock) hooks.deadlock(threads);
      e.failed = cudaErrorLaunchTimeout;
    } else if (e.ready_count || block_state.next < block_state.size) {
      switch_context(&e.native, next_context());
    } else if (complete_open_meetings(e)) {
      continue;
    } else if (e.yielded_count) {
      idle_round(e);
    } else {
      const std::vector<WaitingThread> waiting = waiting_threads(e);
      report = describe_deadlock(e, waiting);
      if (e.traced && hooks.deadlock) hooks.deadlock(waiting);
      e.failed = cudaErrorLaunchFailure;
    }
  }
  block_state.in_kernel = false;
  if (!e.failed && !e.traced && !shared_memory_is_whole(grid.shared)) {
    report = "cuda_emulator: " + where_am_i(grid) + ": " + describe_overrun(grid.shared) + "\n";
    e.failed = cudaErrorIllegalAddress;
  }
  if (e.failed) {
    if (e.failure.what) report = describe_failure(e);
    forget_block(e);
    if (e.traced && hooks.block_failed) hooks.block_failed(report);
  }
  if (e.traced) hooks.block_end(grid);
  flush_block_text();
  return {e.failed, std::move(report), e.traced};
}

}  // namespace cuda_emulator
