// Bulk copies from global to shared memory, and the arrival barriers that signal their completion: the functions of the
// course's common/ptx.h. A copy is executed as late as CUDA allows, when a thread waits for it. All threads of a block
// run on one OS thread, so a barrier needs no atomics; in a cluster, where other blocks may arrive at it, it has a
// lock, and copies are executed at once.
#include "engine/bulk_copy.hpp"

#include <cstring>
#include <mutex>
#include <vector>

#include "emulator/cluster.hpp"
#include "emulator/core.hpp"
#include "engine/grid.hpp"

// Defined by the microscope, if it is linked: it cannot see these accesses.
extern "C" {
__attribute__((weak)) void cuda_emulator_filled(void* memory, std::size_t size);
__attribute__((weak)) void cuda_emulator_released();
__attribute__((weak)) void cuda_emulator_acquired();
}

namespace cuda_emulator {

namespace {

struct State {
  std::int32_t bytes;      // announced and not yet arrived
  std::uint16_t arrivals;  // per phase
  std::uint16_t missing : 15, phase : 1;
};
static_assert(sizeof(State) == sizeof(std::uint64_t));

struct Copy {
  void* shared;
  const void* global;
  std::uint32_t bytes;
  std::uint64_t* barrier;
};
thread_local std::vector<Copy> asked;  // and not yet waited for

std::unique_lock<std::mutex> lock_in_cluster() {
  static std::mutex mutex;
  return grid_has_clusters() ? std::unique_lock(mutex) : std::unique_lock<std::mutex>();
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
  }
  std::memcpy(barrier, &state, sizeof state);
  if (cuda_emulator_filled) cuda_emulator_filled(barrier, sizeof state);
}

void copy_arrives(std::uint64_t* barrier, std::uint32_t bytes) {
  State state = state_of(barrier);
  state.bytes -= static_cast<std::int32_t>(bytes);
  set_state(barrier, state);
}

}  // namespace

void arrival_init(std::uint64_t* barrier, int arrivals) {
  // Copies that a block that ended early left in the list.
  std::erase_if(asked, [barrier](const Copy& copy) { return copy.barrier == barrier; });
  const auto count = static_cast<std::uint16_t>(arrivals & 0x7fff);
  const State state = {0, count, count, 0};
  std::memcpy(barrier, &state, sizeof state);
  if (cuda_emulator_filled) cuda_emulator_filled(barrier, sizeof state);
}

void arrival_arrive(std::uint64_t* barrier, std::uint32_t bytes) {
  if (cuda_emulator_released) cuda_emulator_released();
  const auto lock = lock_in_cluster();
  State state = state_of(barrier);
  state.bytes += static_cast<std::int32_t>(bytes);
  state.missing = (state.missing - 1) & 0x7fff;
  set_state(barrier, state);
}

bool arrival_in_phase(std::uint64_t* barrier, unsigned phase) {
  const auto lock = lock_in_cluster();
  std::erase_if(asked, [barrier](const Copy& copy) {
    if (copy.barrier != barrier) return false;
    std::memcpy(copy.shared, copy.global, copy.bytes);
    if (cuda_emulator_filled) cuda_emulator_filled(copy.shared, copy.bytes);
    copy_arrives(barrier, copy.bytes);
    return true;
  });
  if (state_of(barrier).phase == (phase & 1)) return true;
  if (cuda_emulator_acquired) cuda_emulator_acquired();
  return false;
}

unsigned arrival_missing(const std::uint64_t* barrier) {
  return state_of(barrier).missing;
}
void arrival_drop(std::uint64_t* barrier) {
  if (cuda_emulator_released) cuda_emulator_released();
  const auto lock = lock_in_cluster();
  State state = state_of(barrier);
  --state.arrivals;
  state.missing = (state.missing - 1) & 0x7fff;
  set_state(barrier, state);
}
void arrival_bytes(std::uint64_t* barrier, std::uint32_t bytes) {
  const auto lock = lock_in_cluster();
  copy_arrives(barrier, bytes);
}
void arrival_expect(std::uint64_t* barrier, std::uint32_t bytes) {
  const auto lock = lock_in_cluster();
  State state = state_of(barrier);
  state.bytes += static_cast<std::int32_t>(bytes);
  std::memcpy(barrier, &state, sizeof state);
}

void bulk_copy(void* shared, const void* global, std::uint32_t bytes, std::uint64_t* barrier) {
  const auto addresses = reinterpret_cast<std::uintptr_t>(shared) | reinterpret_cast<std::uintptr_t>(global);
  if ((addresses | bytes) % 16 != 0 || !runtime_side.has_clusters()) trap();  // older devices have no bulk copies
  if (grid_has_clusters()) {
    std::memcpy(shared, global, bytes);
    if (cuda_emulator_filled) cuda_emulator_filled(shared, bytes);
    arrival_bytes(barrier, bytes);
    return;
  }
  asked.push_back({shared, global, bytes, barrier});
}

}  // namespace cuda_emulator
