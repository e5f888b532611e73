// Warp functions: lanes that meet in one get their results together. Lanes that meet repeatedly do so in rounds, in
// which their order says which have arrived.
#include <utility>

#include "engine/block_engine.hpp"
#include "engine/print.hpp"

namespace cuda_emulator {
namespace {

// The threads of a round's lanes, as bits of their warp.
unsigned round_lanes(unsigned from, unsigned to) {
  const std::uint64_t upto_last = (std::uint64_t{2} << (to % warp_size)) - 1;
  return static_cast<unsigned>(upto_last & (~std::uint64_t{0} << (from % warp_size)));
}

// The running thread arrives at an operation as the first lane of a mask without gaps, and all other lanes of the mask
// can run: then their order says which have arrived. Returns whether this is the case.
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

// Lanes whose meeting has completed.
void let_run(Engine& e, unsigned warp, unsigned lanes) {
  const bool yield = meeting_yields(e);
  (yield ? e.yielded : e.ready)[warp / 2] |= std::uint64_t{lanes} << (warp % 2 * warp_size);
  (yield ? e.yielded_count : e.ready_count) += static_cast<unsigned>(__builtin_popcount(lanes));
}

// The running thread, which is the last of the round, has arrived: all lanes get their results, and the first one
// continues.
Wait next_warp_round(Engine& e) {
  const unsigned first = block_state.warp_begin, last = block_state.warp_end, warp = first / warp_size;
  Context* const mine = e.contexts + last;
  if (const auto finish = block_state.warp_operation->finish) {
    finish(round_lanes(first, last), e.lanes + warp * warp_size);
  }
  flush_warp_text(warp);
  e.idle_rounds = 0;
  if (meeting_yields(e)) {
    block_state.warp_end = 0;
    for (unsigned t = first; t <= last; ++t) {
      set_bit(e.yielded, t);
      ++e.yielded_count;
      e.threads[t].operation = block_state.warp_operation;
      if (void* const place = t < last ? resume_address(e.contexts[t]) : nullptr) e.threads[t].caller = place;
    }
    return {mine, next_context()};
  }
  block_state.current = first;
  threadIdx = e.threads[first].index;
  return {mine, e.contexts[first]};
}

}  // namespace

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

namespace {

void complete(Engine& e, unsigned warp, unsigned i) {
  const Meeting meeting = e.meetings[warp][i];
  e.meetings[warp][i] = e.meetings[warp][--e.meeting_count[warp]];
  Lane* const lanes = e.lanes + warp * warp_size;
  if (hooks.warp_function) hooks.warp_function(*meeting.operation, warp, meeting.mask, meeting.arrived, lanes);
  if (meeting.operation->finish) meeting.operation->finish(meeting.arrived, lanes);
  flush_warp_text(warp);
  if (hooks.warp_sync && meeting.operation->orders) hooks.warp_sync(warp, meeting.arrived);
  let_run(e, warp, meeting.arrived);
  block_state.waiting -= static_cast<unsigned>(__builtin_popcount(meeting.arrived));
  e.idle_rounds = 0;
}

inline bool try_complete(Engine& e, unsigned warp, unsigned i) {
  const Meeting& meeting = e.meetings[warp][i];
  const unsigned needed = meeting.mask & existing_lanes(warp) & ~block_state.returned[warp];
  if (needed & ~meeting.arrived) return false;
  complete(e, warp, i);
  return true;
}

}  // namespace

void try_complete_all(Engine& e, unsigned warp) {
  for (unsigned i = e.meeting_count[warp]; i-- > 0;) try_complete(e, warp, i);
}

// In every warp the meeting at the lowest source line completes first: lanes that left a loop wait after it for those
// that are still inside.
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

CUDA_EMULATOR_WAIT arrive_at_collective(const Operation& operation, unsigned mask, unsigned long long value,
                                        unsigned argument, unsigned width) {
  Engine& e = *engine;
  const unsigned t = block_state.current, warp = t / warp_size, lane = t % warp_size;
  e.lanes[t] = {value, argument, width};
  if (block_state.warp_end && block_state.warp_mask == mask) {
    if (t == block_state.warp_begin && !operation.open) block_state.warp_operation = &operation;  // no lane has arrived
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

}  // namespace cuda_emulator
