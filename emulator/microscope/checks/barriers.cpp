// Missing threads: threads that end, or are elsewhere, while others wait for them at a barrier or in a warp function.
//
// A GPU does not wait for threads that have ended, so a barrier that they miss opens all the same; but the kernel then
// relies on behaviour that CUDA does not guarantee, and a small change can make it hang. It is reported once per exit
// of the kernel, at the first barrier that opens without the threads.
#include <bit>

#include "emulator/warp.hpp"
#include "ground/ground.hpp"

namespace cuda_emulator::microscope {
namespace {

// The warp function that a lane met others in last; mask 0: none.
struct Met {
  u32 mask = 0;
  const void* call = nullptr;
};
struct Threads {
  Met met[max_block_threads];
  u32 last_step[max_block_threads] = {};  // the last basic block of a lane that has ended, + 1
  u32 ended[32] = {};                     // per warp, the lanes that had ended when a barrier opened last
};
const Slot<Threads> threads;

bool has_ended(u32 t) {
  return block_state.returned[t / warp_size] >> (t % warp_size) & 1;
}

const Event* next_step(const Event* at, const Event* end) {
  while (at < end && what_of(at->what).kind != Kind::step) ++at;
  return at;
}

// Where two lanes with the same path so far diverge: the basic block before their first difference; nothing if their
// records do not begin at the same place.
std::optional<Place> parting(const LaneTrace& one, const LaneTrace& two) {
  const Event *a = one.events + one.begin, *b = two.events + two.begin;
  const Event *const end_a = one.events + one.count, *const end_b = two.events + two.count;
  u64 last = 0;
  for (;; ++a, ++b) {
    a = next_step(a, end_a);
    b = next_step(b, end_b);
    if (a == end_a || b == end_b) return std::nullopt;
    if (a->what != b->what) break;
    last = a->what;
  }
  if (last == 0) return std::nullopt;
  return Place{what_of(last).site, what_of(a->what).site, what_of(b->what).site, true};
}

// The threads that have ended since the last barrier opened, one bit per lane of each warp.
struct Ended {
  u32 first = ~0u, count = 0;
};
Ended newly_ended(Recorder& r) {
  Ended ended;
  Threads& known = threads.of(r);
  for (u32 warp = 0; warp * warp_size < block_state.size; ++warp) {
    const u32 fresh = block_state.returned[warp] & ~known.ended[warp];
    known.ended[warp] = block_state.returned[warp];
    if (fresh == 0) continue;
    ended.first = std::min(ended.first, warp * warp_size + static_cast<u32>(std::countr_zero(fresh)));
    ended.count += static_cast<u32>(std::popcount(fresh));
  }
  return ended;
}

void some_have_ended(Recorder& r, const std::vector<void*>& callers, u32 waits) {
  const Ended ended = newly_ended(r);
  if (ended.count == 0) return;
  // Preferably of the same warp, whose lanes were merged at the same places.
  const u32 begin = ended.first / warp_size * warp_size,
            end = std::min(begin + warp_size, static_cast<u32>(callers.size()));
  for (u32 t = begin; t < end; ++t) {
    if (callers[t]) {
      waits = t;
      break;
    }
  }
  const LaneTrace& gone = r.lanes[ended.first];
  const auto parted = parting(r.lanes[waits], gone);
  const u32 last = threads.of(r).last_step[ended.first];
  found({Message::barrier_not_reached,
         "some wait at " + mark(callers[waits]) +
             (parted      ? ", others branch away at " + *parted + " and end"
              : last != 0 ? ", others end at " + mark(last - 1)
                          : ", others have ended"),
         thread_and_block(r, waits) + " waits, " + thread_name(r, ended.first) + " has ended; " +
             std::to_string(ended.count) + " of " + std::to_string(block_state.size) + " threads do not arrive"},
        &r);
}

void stand_at_different_barriers(const Recorder& r, const std::vector<void*>& callers, u32 first) {
  for (u32 other = first; other < callers.size(); ++other) {
    if (!callers[other] || callers[other] == callers[first]) continue;
    found({Message::barrier_in_divergent_code,
           mark(callers[first]) + " and " + mark(callers[other]) + " are different barriers",
           thread_and_block(r, first) + " waits at the first, " + thread_name(r, other) + " at the second"},
          &r);
    return;
  }
}

// Before the events of the warp's lanes are deleted.
void note_last_steps(Recorder& r, u32 warp) {
  for (u32 t = warp * warp_size; t < (warp + 1) * warp_size; ++t) {
    const LaneTrace& lane = r.lanes[t];
    for (u32 i = lane.count; i-- > lane.begin;) {
      const What what = what_of(lane.events[i].what);
      if (what.kind != Kind::step) continue;
      threads.of(r).last_step[t] = what.site + 1;
      break;
    }
  }
}

void check_barrier(Recorder& r) {
  const std::vector<void*> callers = barrier_callers();
  const auto first = std::find_if(callers.begin(), callers.end(), [](void* c) { return c != nullptr; });
  if (first == callers.end()) return;
  const u32 waits = static_cast<u32>(first - callers.begin());
  for (u32 warp = 0; warp * warp_size < block_state.size; ++warp) {
    if (block_state.returned[warp] != threads.of(r).ended[warp]) note_last_steps(r, warp);
  }
  some_have_ended(r, callers, waits);
  stand_at_different_barriers(r, callers, waits);
}

// Lanes of the mask have ended, and the last function that they called was another one, for lanes that are not here:
// the warp has split in two, and this half's mask names the other half too.
void check_halves(const Recorder& r, u32 warp, u32 mask, u32 arrived) {
  const u32 first = warp * warp_size, waits = first + static_cast<u32>(std::countr_zero(arrived));
  for (u32 missing = mask & ~arrived; missing; missing &= missing - 1) {
    const u32 t = first + static_cast<u32>(std::countr_zero(missing));
    if (t >= block_state.size || !has_ended(t)) continue;
    const Met& other = threads.of(r).met[t];
    if (other.mask == 0 || (other.mask & arrived) != 0 || other.call == caller_of(waits)) continue;
    found({Message::warp_function_not_reached,
           "the mask at " + mark(caller_of(waits)) + " names lanes that are at " + mark(other.call) +
               " instead, with another mask",
           thread_and_block(r, waits) + " is at the first, " + thread_name(r, t) + " at the second"},
          &r);
    return;
  }
}

// Lanes meet in two calls of a function, in branches: on a GPU each call is a meeting of its own. Copies of one call
// that the compiler made are on one line.
void check_two_calls(const Recorder& r, u32 warp, u32 arrived) {
  const u32 first = warp * warp_size + static_cast<u32>(std::countr_zero(arrived));
  const u32 one = site_of(caller_of(first));
  for (u32 rest = arrived & (arrived - 1); rest; rest &= rest - 1) {
    const u32 t = warp * warp_size + static_cast<u32>(std::countr_zero(rest));
    if (caller_of(t) == caller_of(first)) continue;
    const u32 other = site_of(caller_of(t));
    const u64 key = key_of(one, other, 0, 40);
    if (found_again(key, r)) return;
    resolve({one, other});
    const Line here = line_of(one), there = line_of(other);
    if (here.number == 0 || there.number == 0 || (here.number == there.number && here.file == there.file)) continue;
    found(
        {Message::one_mask_in_two_calls,
         mark(one) + " and " + mark(other) + " are two calls of a warp function, which do not meet on a GPU",
         thread_and_block(r, first) + " is at the first, " + thread_name(r, t) + " at the second; the mask names both"},
        &r, key);
    return;
  }
}

// A lane's value is read, and the lane has ended: CUDA says that such a value is undefined. Waiting for ended lanes is
// allowed, and so are masks that name them.
void check_warp_function(Recorder& r, const Operation& operation, u32 warp, u32 mask, u32 arrived, const Lane* lanes) {
  const bool from = &operation == &shuffle_operation, up = &operation == &shuffle_up_operation,
             down = &operation == &shuffle_down_operation, exclusive_or = &operation == &shuffle_xor_operation;
  for (u32 rest = arrived; rest; rest &= rest - 1) {
    const u32 t = warp * warp_size + static_cast<u32>(std::countr_zero(rest));
    threads.of(r).met[t] = {mask, caller_of(t)};
  }
  if (&operation != &sync_operation && !operation.open) {
    check_halves(r, warp, mask, arrived);
    check_two_calls(r, warp, arrived);
  }
  if (!from && !up && !down && !exclusive_or) return;
  for (u32 rest = arrived; rest; rest &= rest - 1) {
    const u32 l = static_cast<u32>(std::countr_zero(rest)), source = source_lane(operation, l, lanes[l]);
    const u32 t = warp * warp_size + source;
    if (t >= block_state.size || !(mask >> source & 1) || !has_ended(t)) continue;
    const u32 reader = warp * warp_size + l;
    found({Message::warp_function_not_reached,
           mark(caller_of(reader)) + " reads the value of a lane that the mask names and that has ended",
           thread_and_block(r, reader) + " reads from " + thread_name(r, t)},
          &r);
    return;
  }
}

void check_deadlock(Recorder& r, const std::vector<WaitingThread>& waiting) {
  const auto other = std::find_if(waiting.begin(), waiting.end(), [&](const WaitingThread& w) {
    return w.operation != waiting.front().operation || w.caller != waiting.front().caller;
  });
  if (!waiting.front().spins && other == waiting.end()) return;
  r.failed = true;  // the engine's report, which follows, is no second finding
  if (waiting.front().spins) {
    found({Message::deadlock,
           mark(waiting.front().caller) + " spins, and nothing changes" +
               (waiting.back().spins ? ""
                                     : ", while others wait in " + std::string(waiting.back().operation) + " at " +
                                           mark(waiting.back().caller)),
           thread_and_block(r, waiting.front().thread)},
          &r);
    return;
  }
  const WaitingThread &one = waiting.front(), &two = *other;
  const auto place = [&](const WaitingThread& w) { return std::string(w.operation) + " at " + mark(w.caller); };
  const bool barrier = one.is_block_barrier || two.is_block_barrier;
  found({barrier ? Message::barrier_not_reached : Message::warp_function_not_reached,
         "some wait in " + place(one) + ", others in " + place(two),
         thread_and_block(r, one.thread) + " waits at the first, " + thread_name(r, two.thread) + " at the second"},
        &r);
}

const Listener meets(moments.block_meets, check_barrier);
const Listener ends(moments.warp_ends, note_last_steps);
const Listener warps(moments.warp_meets, check_warp_function);
const Listener stuck(moments.stuck, check_deadlock);

}  // namespace
}  // namespace cuda_emulator::microscope
