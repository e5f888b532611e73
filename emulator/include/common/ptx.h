// The functions of the course's common/ptx.h, for the emulator: this folder comes first on the include path.
//
// Loads of words that other blocks write yield, since lessons call them in spin loops. A bulk copy is done as late as
// CUDA allows, when a thread waits for it: one that reads without waiting finds what was there before.
#pragma once

#include <cuda_runtime.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <vector>

// ---- Loads with a hint, and fast arithmetic.
__device__ inline float4 load_ahead(const float4* from) {
  return *from;
}

__device__ inline float rsqrt_approximate(float x) {
  return 1.0f / std::sqrt(x);
}

// ---- Words between blocks, which run on several OS threads.
template <typename Word>
__device__ inline Word load_relaxed(const Word* word) {
  ::cuda_emulator::spin_hint();
  return __atomic_load_n(word, __ATOMIC_RELAXED);
}

template <typename Word>
__device__ inline Word load_acquire(const Word* word) {
  ::cuda_emulator::spin_hint();
  return __atomic_load_n(word, __ATOMIC_ACQUIRE);
}

__device__ inline void store_relaxed(std::uint32_t* word, std::uint32_t value) {
  __atomic_store_n(word, value, __ATOMIC_RELAXED);
}

__device__ inline void store_relaxed(std::uint64_t* word, std::uint64_t value) {
  __atomic_store_n(word, value, __ATOMIC_RELAXED);
}

__device__ inline void store_release(std::uint32_t* word, std::uint32_t value) {
  __atomic_store_n(word, value, __ATOMIC_RELEASE);
}

__device__ inline void store_release(std::uint64_t* word, std::uint64_t value) {
  __atomic_store_n(word, value, __ATOMIC_RELEASE);
}

// ---- Bulk copies and arrival barriers. All threads of a block run on one OS thread: the barrier needs no atomics.
using ArrivalBarrier = std::uint64_t;

namespace cuda_emulator {

struct ArrivalState {
  std::int32_t bytes;      // announced and not yet there
  std::uint16_t arrivals;  // that every phase needs
  std::uint16_t missing : 15, phase : 1;
};
static_assert(sizeof(ArrivalState) == sizeof(ArrivalBarrier));

CUDA_EMULATOR_NOTRACE inline ArrivalState arrival_state(const ArrivalBarrier* barrier) {
  ArrivalState state;
  std::memcpy(&state, barrier, sizeof state);
  return state;
}

CUDA_EMULATOR_NOTRACE inline void set_arrival_state(ArrivalBarrier* barrier, ArrivalState state) {
  if (state.missing == 0 && state.bytes == 0) {
    state.missing = state.arrivals & 0x7fff;
    state.phase ^= 1;
  }
  std::memcpy(barrier, &state, sizeof state);
}

// A copy that was asked for and that nobody has waited for yet.
struct BulkCopy {
  void* shared;
  const void* global;
  std::uint32_t bytes;
  ArrivalBarrier* barrier;
};
inline thread_local std::vector<BulkCopy> bulk_copies;

CUDA_EMULATOR_NOTRACE inline void do_bulk_copies(ArrivalBarrier* barrier) {
  std::erase_if(bulk_copies, [barrier](const BulkCopy& copy) {
    if (copy.barrier != barrier) return false;
    std::memcpy(copy.shared, copy.global, copy.bytes);
    ArrivalState state = arrival_state(barrier);
    state.bytes -= static_cast<std::int32_t>(copy.bytes);
    set_arrival_state(barrier, state);
    return true;
  });
}

// True while the phase has not ended.
CUDA_EMULATOR_NOTRACE inline bool in_phase(ArrivalBarrier* barrier, unsigned phase) {
  do_bulk_copies(barrier);
  return arrival_state(barrier).phase == (phase & 1);
}

}  // namespace cuda_emulator

CUDA_EMULATOR_NOTRACE inline void barrier_init(ArrivalBarrier* barrier, int arrivals) {
  std::erase_if(::cuda_emulator::bulk_copies,  // what a block that ended early left behind
                [barrier](const ::cuda_emulator::BulkCopy& copy) { return copy.barrier == barrier; });
  const auto count = static_cast<std::uint16_t>(arrivals & 0x7fff);
  const ::cuda_emulator::ArrivalState state = {0, count, count, 0};
  std::memcpy(barrier, &state, sizeof state);
}

CUDA_EMULATOR_NOTRACE inline void barrier_arrive(ArrivalBarrier* barrier, std::uint32_t bytes) {
  ::cuda_emulator::ArrivalState state = ::cuda_emulator::arrival_state(barrier);
  state.bytes += static_cast<std::int32_t>(bytes);
  state.missing = (state.missing - 1) & 0x7fff;
  ::cuda_emulator::set_arrival_state(barrier, state);
}

inline void barrier_wait(ArrivalBarrier* barrier, unsigned phase) {
  while (::cuda_emulator::in_phase(barrier, phase)) ::cuda_emulator::relax();
}

CUDA_EMULATOR_NOTRACE inline void bulk_load(void* shared, const void* global, std::uint32_t bytes,
                                            ArrivalBarrier* barrier) {
  const auto addresses = reinterpret_cast<std::uintptr_t>(shared) | reinterpret_cast<std::uintptr_t>(global);
  if ((addresses | bytes) % 16 != 0) ::cuda_emulator::trap();
  ::cuda_emulator::bulk_copies.push_back({shared, global, bytes, barrier});
}

inline void fence_before_bulk_copy() {}  // copies are ordinary stores here
