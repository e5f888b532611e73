// Lockstep (emulator/core.hpp): while all threads of a block do the same, their order says which wait and which may
// run.
#include <utility>

#include "engine/block_engine.hpp"
#include "engine/print.hpp"

namespace cuda_emulator {
namespace {

uint3 index_of(unsigned t) {
  return {t % blockDim.x, t / blockDim.x % blockDim.y, t / (blockDim.x * blockDim.y)};
}

}  // namespace

void unbind(Engine& e, unsigned first) {
  for (unsigned t = e.bound; t-- > first;) {
    e.threads[t].fiber->context = e.contexts[t];
    e.idle.push_back(e.threads[t].fiber);
  }
  e.bound = 0;
}

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

// All threads have met, and all of them yield.
static void yield_together(Engine& e) {
  const unsigned size = block_state.size, last = block_state.current;
  block_state.lockstep = Lockstep::none;
  block_state.barrier_end = block_state.return_end = 0;
  block_state.next = size;
  block_state.done = block_state.waiting = e.barrier_count = 0;
  e.fiber = e.threads[last].fiber;
  for (unsigned t = 0; t < size; ++t) {
    set_bit(e.yielded, t);
    e.threads[t].operation = &barrier_operation;
    if (void* const place = t < last ? resume_address(e.contexts[t]) : nullptr) e.threads[t].caller = place;
  }
  e.yielded_count = size;
  e.bound = 0;
}

Wait next_round(Engine& e) {
  Context* const mine = e.contexts + block_state.current;
  e.last_vote = 0;
  e.last_voters = block_state.size;
  e.idle_rounds = 0;
  flush_block_text();
  if (meeting_yields(e)) {
    yield_together(e);
    return {mine, next_context()};
  }
  block_state.lockstep = Lockstep::meeting;
  block_state.current = 0;
  threadIdx = {0, 0, 0};
  return {mine, block_state.size == 1 ? nullptr : e.contexts[0]};
}

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

__attribute__((nothrow)) void next_row() {
  threadIdx.x = 0;
  if (++threadIdx.y == blockDim.y) {
    threadIdx.y = 0;
    ++threadIdx.z;
  }
}

Wait return_in_lockstep() {
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

}  // namespace cuda_emulator
