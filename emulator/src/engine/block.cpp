// One block: its threads run until all have returned, or until one of them, or all, cannot continue.
#include "engine/block.hpp"

#include <sched.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>

#include "emulator/cluster.hpp"
#include "engine/async_work.hpp"
#include "engine/block_engine.hpp"
#include "engine/cluster.hpp"
#include "engine/grid_watch.hpp"
#include "engine/print.hpp"
#include "engine/red_zones.hpp"
#include "platform/number_traps.hpp"
#include "platform/source_line.hpp"
#include "platform/thread_variables.hpp"

__thread uint3 threadIdx, blockIdx;
__thread dim3 blockDim, gridDim;

namespace cuda_emulator {

__thread BlockState block_state;
#ifdef __wasm__  // a program's variables are before it, in one section
CUDA_EMULATOR_RED_ZONE(last, 1024)
#endif
CUDA_EMULATOR_SHARED_SECTION __thread char shared_buffer[max_dynamic_shared]
    __attribute__((aligned(1024)));  // required by swizzled tiles
Hooks hooks;

__thread Engine* engine;

void split_block() {
  if (engine->bound) unbind(*engine, 1);
  block_state.split = 1;
  block_state.next = block_state.current + 1;
  block_state.done = block_state.current;
  for (unsigned t = 0; t < block_state.current; ++t) {
    block_state.returned[t / warp_size] |= 1u << (t % warp_size);
  }
}

void leave_block(Engine& e, cudaError_t error) {
  e.failed = error;
  leave_context(e.native);
}

namespace {

// The stacks of a stopped block are discarded with everything on them.
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

// All threads that could run only yielded: let other OS threads run, and start more blocks if this continues.
void idle_round(Engine& e) {
  for (unsigned i = 0; i * 64 < block_state.size; ++i) {
    e.ready[i] = e.yielded[i];
    e.yielded[i] = 0;
  }
  e.ready_count = e.yielded_count;
  e.yielded_count = 0;
  if (++e.idle_rounds % 16 == 0) sched_yield();
  if (e.idle_rounds % 256 == 0) e.environment->spins();
  if (++e.all_idle_rounds % 256 == 0) e.stands_still = e.environment->stands_still();
  if (!e.stands_still && e.environment->given_up()) e.failed = cudaErrorLaunchFailure;
}

}  // namespace

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

void thread_returned() {
  Engine& e = *engine;
  const unsigned warp = block_state.current / warp_size;
  try_complete_all(e, warp);
  if (!e.tiles.empty()) try_open_tiles(e);
  try_open_barrier(e);
}

CUDA_EMULATOR_WAIT arrive_at_relax() {
  // A thread that only spins is recognized by the contents of its stack, where the compiler may leave the count.
  block_state.spins = 0;
  if (!block_state.in_kernel) {
    sched_yield();
    return {nullptr, nullptr};
  }
  Engine& e = *engine;
  void* const caller = const_cast<void*>(std::exchange(work_call, nullptr));
  Context* const mine = prepare_wait(e, barrier_operation, caller ? caller : __builtin_return_address(0));
  set_bit(e.yielded, block_state.current);
  ++e.yielded_count;
  return {mine, next_context()};
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

bool in_microscope() {
  return engine && engine->traced && hooks.at_work();
}

void* caller_of(unsigned thread) {
  return engine->threads[thread].caller;
}

void take_spinning_stacks(std::vector<ThreadStack>* stacks) {
  const Engine& e = *engine;
  stacks->clear();
  for (unsigned t = 0; t < block_state.size; ++t) {
    if (!spins(e, t)) continue;
    // On x86-64 one of the switch's two words is a register, which may hold a loop's counter. On arm64 it is the
    // frame's pointer, and both are below the kernel's frame, where functions that look at this thread leave what they
    // used.
    const char* frame = static_cast<const char*>(e.contexts[t]);
#if !defined(__x86_64__)
    frame += 2 * sizeof(void*);
#endif
    stacks->push_back({t, frame, e.threads[t].fiber->high});
  }
}

BlockResult run_block(const Grid& grid, BlockEnvironment& environment) {
  std::string report;
  if (!engine) engine = new Engine();
  Engine& e = *engine;
  block_state.current = block_state.next = block_state.done = block_state.waiting = block_state.split = 0;
  work_call = nullptr;
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
  e.idle_rounds = e.all_idle_rounds = e.completed = 0;
  e.stands_still = false;

  const NumberControl control = number_control();
  lay_red_zones(grid.shared);
  e.traced = hooks.block_begin && hooks.block_begin(grid);
  block_state.in_kernel = true;
  const dim3 shape = e.bound_shape;
  if (e.bound && (shape.x != blockDim.x || shape.y != blockDim.y || shape.z != blockDim.z)) unbind(e, 0);
  e.fiber = e.bound ? e.threads[0].fiber : new_fiber();
  enter_context(&e.native, e.bound ? e.contexts[0] : e.fiber->context);
  while (block_state.done < block_state.size && !e.failed) {
    if (e.stands_still) {
      const std::vector<WaitingThread> threads = threads_that_stand_still(e);
      report = describe_standstill(e, threads);
      if (e.traced && hooks.deadlock) hooks.deadlock(threads);
      e.failed = cudaErrorLaunchTimeout;
    } else if (e.ready_count || block_state.next < block_state.size) {
      enter_context(&e.native, next_context());
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
  if (block_has_work) end_work_of_block(!e.failed);
  if (!e.failed && !e.traced && !shared_memory_is_whole(grid.shared)) {
    report = "cuda_emulator: " + where_am_i(grid) + ": " + describe_overrun(grid.shared) + "\n";
    e.failed = cudaErrorIllegalAddress;
  }
  if (e.failed) {
    set_number_control(control);  // a signal handler may have been left for good
    if (e.failure.what) report = describe_failure(e);
    forget_block(e);
    if (hooks.block_failed) hooks.block_failed(report);
  }
  if (e.traced) hooks.block_end(grid);
  flush_block_text();
  return {e.failed, std::move(report), std::exchange(e.traced, false)};
}

}  // namespace cuda_emulator
