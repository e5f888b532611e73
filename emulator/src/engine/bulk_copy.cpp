// Bulk copies from global to shared memory, and the arrival barriers that signal their completion: the functions of the
// course's common/ptx.h. A copy is executed as late as CUDA allows, when a thread waits for it. All threads of a block
// run on one OS thread, so a barrier needs no atomics; in a cluster, where other blocks may arrive at it, it has a
// lock, and the blocks share the list of what is still to be done.
#include "engine/bulk_copy.hpp"

#include <algorithm>
#include <cstring>
#include <mutex>
#include <utility>
#include <vector>

#include "emulator/announcements.hpp"
#include "emulator/cluster.hpp"
#include "emulator/core.hpp"
#include "engine/async_work.hpp"
#include "engine/grid.hpp"
#include "engine/running.hpp"
#include "platform/thread_variables.hpp"

namespace cuda_emulator {

namespace {

struct State {
  std::int32_t bytes;      // announced and not yet arrived
  std::uint16_t arrivals;  // per phase
  std::uint16_t missing : 15, phase : 1;
};
static_assert(sizeof(State) == sizeof(std::uint64_t));

struct Waiting {
  std::uint64_t* barrier;
  const char* block;  // of the thread that started it: where its shared memory is
  unsigned thread;
  std::function<void(bool)> work;
};

std::unique_lock<std::mutex> lock_in_cluster() {
  static std::mutex mutex;
  return grid_has_clusters() ? std::unique_lock(mutex) : std::unique_lock<std::mutex>();
}

std::vector<Waiting>& waiting() {
  static thread_local std::vector<Waiting> of_block;
  static std::vector<Waiting> of_clusters;
  return grid_has_clusters() ? of_clusters : of_block;
}

// Does, or forgets, the waiting work that is chosen, in the order in which it was started. Without the lock: the work
// may end the kernel.
template <class Choice>
void end_waiting(Choice choice, bool happens) {
  std::vector<Waiting> chosen;
  {
    const auto lock = lock_in_cluster();
    std::vector<Waiting>& all = waiting();
    if (all.empty()) return;
    const auto first = std::stable_partition(all.begin(), all.end(), [&](const Waiting& w) { return !choice(w); });
    chosen.assign(std::make_move_iterator(first), std::make_move_iterator(all.end()));
    all.erase(first, all.end());
  }
  for (const Waiting& w : chosen) w.work(happens);
}

State state_of(const std::uint64_t* barrier) {
  State state;
  std::memcpy(&state, barrier, sizeof state);
  return state;
}

void set_state(std::uint64_t* barrier, State state) {
  if (state.missing == 0 && state.bytes == 0) {
    state.missing = state.arrivals & 0x7fff;
    state.phase ^= 1;
    if (work_hooks.completes) work_hooks.completes(barrier);
  }
  std::memcpy(barrier, &state, sizeof state);
  note_filled(barrier, sizeof state);
}

void note_remote(const std::uint64_t* barrier, const void* call) {
  if (work_hooks.remote_arrival && is_shared_elsewhere(barrier)) {
    work_hooks.remote_arrival(barrier, work_call ? work_call : call);
  }
}

void note_arrival(const std::uint64_t* barrier, bool releases) {
  if (work_hooks.arrives) work_hooks.arrives(barrier, releases);
}

// At the block's own barriers, by whichever block of the cluster it was started.
void work_is_left(bool) {
  const TlsRange own = program_tls();
  end_waiting(
      [&](const Waiting& w) {
        const char* const barrier = reinterpret_cast<const char*>(w.barrier);
        return barrier >= own.low && barrier < own.high;
      },
      false);
}

}  // namespace

void note_filled(void* memory, std::size_t size) {
  if (cuda_emulator_filled) cuda_emulator_filled(memory, size);
}

void do_at_barrier(std::uint64_t* barrier, std::function<void(bool)> f) {
  when_block_ends(work_is_left);
  const auto lock = lock_in_cluster();
  waiting().push_back({barrier, program_tls().low, block_state.current, std::move(f)});
}

void finish_copies_at_barriers(unsigned thread) {
  const char* const block = program_tls().low;
  end_waiting([&](const Waiting& w) { return w.block == block && w.thread == thread; }, true);
}

void arrival_init(std::uint64_t* barrier, int arrivals) {
  end_waiting([barrier](const Waiting& w) { return w.barrier == barrier; }, false);  // of a grid that has ended
  if (work_hooks.barrier_made) work_hooks.barrier_made(barrier, work_call);
  const auto count = static_cast<std::uint16_t>(arrivals & 0x7fff);
  const State state = {0, count, count, 0};
  std::memcpy(barrier, &state, sizeof state);
  note_filled(barrier, sizeof state);
}

void arrival_arrive(std::uint64_t* barrier, std::uint32_t bytes) {
  arrival_arrive_ordering(barrier, bytes, true);
}

void arrival_arrive_ordering(std::uint64_t* barrier, std::uint32_t bytes, bool releases) {
  note_arrival(barrier, releases);
  note_remote(barrier, __builtin_return_address(0));
  const auto lock = lock_in_cluster();
  State state = state_of(barrier);
  state.bytes += static_cast<std::int32_t>(bytes);
  state.missing = (state.missing - 1) & 0x7fff;
  set_state(barrier, state);
}

unsigned arrival_phase(const std::uint64_t* barrier) {
  const auto lock = lock_in_cluster();
  return state_of(barrier).phase;
}

bool arrival_in_phase(std::uint64_t* barrier, unsigned phase) {
  end_waiting([barrier](const Waiting& w) { return w.barrier == barrier; }, true);
  const auto lock = lock_in_cluster();
  if (state_of(barrier).phase == (phase & 1)) return true;
  if (work_hooks.waited) work_hooks.waited(barrier);
  return false;
}

void arrival_need_one_more(std::uint64_t* barrier) {
  const auto lock = lock_in_cluster();
  State state = state_of(barrier);
  state.missing = (state.missing + 1) & 0x7fff;
  std::memcpy(barrier, &state, sizeof state);
}

unsigned arrival_missing(const std::uint64_t* barrier) {
  return state_of(barrier).missing;
}
void arrival_drop(std::uint64_t* barrier) {
  note_arrival(barrier, true);
  const auto lock = lock_in_cluster();
  State state = state_of(barrier);
  --state.arrivals;
  state.missing = (state.missing - 1) & 0x7fff;
  set_state(barrier, state);
}
void arrival_bytes(std::uint64_t* barrier, std::uint32_t bytes) {
  if (is_shared_elsewhere(barrier)) note_arrival(barrier, true);
  note_remote(barrier, __builtin_return_address(0));
  const auto lock = lock_in_cluster();
  State state = state_of(barrier);
  state.bytes -= static_cast<std::int32_t>(bytes);
  set_state(barrier, state);
}
void arrival_by_copies(std::uint64_t* barrier) {
  const auto lock = lock_in_cluster();
  State state = state_of(barrier);
  state.missing = (state.missing - 1) & 0x7fff;
  set_state(barrier, state);
}
void arrival_expect(std::uint64_t* barrier, std::uint32_t bytes) {
  const auto lock = lock_in_cluster();
  State state = state_of(barrier);
  state.bytes += static_cast<std::int32_t>(bytes);
  std::memcpy(barrier, &state, sizeof state);
}

void bulk_copy(void* shared, const void* global, std::uint32_t bytes, std::uint64_t* barrier) {
  const auto addresses = reinterpret_cast<std::uintptr_t>(shared) | reinterpret_cast<std::uintptr_t>(global);
  needs_capability("a bulk copy", 90);
  if ((addresses | bytes) % 16 != 0) trap();
  const void* const call = work_call ? work_call : __builtin_return_address(0);
  const WorkNumber work = work_begins(WorkKind::bulk_load, call);
  engine_moves(global, bytes, false, call);
  const unsigned long long source = work_fingerprint(global, bytes);
  work_arrives_at(work, barrier);
  work_writes(work, shared, bytes);
  fill_with_poison(shared, bytes);
  do_at_barrier(barrier, [=](bool happens) {
    if (!happens) return forget_work(work);
    if (source != work_fingerprint(global, bytes)) work_fault(work, WorkFault::source_changed);
    work_ends(work);
    std::memcpy(shared, global, bytes);
    note_filled(shared, bytes);
    arrival_bytes(barrier, bytes);
  });
}

}  // namespace cuda_emulator
