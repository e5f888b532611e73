// Asynchronous copies from global to shared memory, per thread. A copy is executed as late as CUDA allows, when the
// thread waits for its batch: a read without waiting finds poison.
#pragma once
#include <cuda_runtime.h>
#include <stddef.h>

#include "emulator/integers.hpp"

namespace cuda_emulator {

struct AsyncCopy {
  char* shared;
  const char* global;
  std::size_t size, zeros;  // the last `zeros` bytes are not read but set to 0
  unsigned batch;
  const void* call = nullptr;  // the program's place; null: that of the caller
};

// Each thread's list of copies is kept by src/engine/async_copies.cpp, where the microscope does not see it. Until a
// copy is executed its destination holds poison.
void ask_async_copy(AsyncCopy copy);
// Stops the kernel if CUDA does not allow the copy's size or one of its addresses, and says why.
void check_async_copy(const void* shared, const void* global, std::size_t size, std::size_t zeros);
// A thread's share of a group's copy, a batch by itself: each `count`-th piece, beginning with the thread's own.
void ask_shared_copies(void* to, const void* from, std::size_t bytes, std::size_t piece, std::size_t first,
                       std::size_t count);
void commit_async_copies();
// Returns the oldest copy of all batches but the `prior` last ones; false if there is none left.
bool take_async_copy(std::size_t prior, AsyncCopy& copy);
// The thread's copies so far arrive at the barrier when they are complete. counted: the barrier's count contains this
// arrival.
void async_copies_arrive_at(uint64* barrier, bool counted);
// A copy by the thread that is complete before the barrier's phase is.
void copy_until_barrier(uint64* barrier, void* to, const void* from, std::size_t bytes);

// An ordinary load and store, so that the microscope sees them.
template <class T>
CUDA_EMULATOR_INLINE void copy_as(const AsyncCopy& copy) {
  *reinterpret_cast<T*>(copy.shared) = *reinterpret_cast<const T*>(copy.global);
}

CUDA_EMULATOR_INLINE void do_async_copy(const AsyncCopy& copy) {
  if (copy.zeros > 0) {
    for (std::size_t i = 0; i < copy.size; ++i) copy.shared[i] = i < copy.size - copy.zeros ? copy.global[i] : char{0};
  } else if (copy.size == 16) {
    copy_as<uint4>(copy);
  } else if (copy.size == 8) {
    copy_as<uint2>(copy);
  } else if (copy.size == 4) {
    copy_as<unsigned>(copy);
  } else {
    copy_as<unsigned char>(copy);
  }
}

// The microscope counts the reads of a copy that the library executes where the copy is started.
CUDA_EMULATOR_INLINE void note_source([[maybe_unused]] const void* from, [[maybe_unused]] std::size_t size) {
#if defined(CUDA_EMULATOR_TRACED)
  uint4 value = {};
  do_async_copy({reinterpret_cast<char*>(&value), static_cast<const char*>(from), size, 0, 0});
  asm volatile("" : : "m"(value));
#endif
}

CUDA_EMULATOR_INLINE void wait_for_async_copies(std::size_t prior) {
  for (AsyncCopy copy = {}; take_async_copy(prior, copy);) do_async_copy(copy);
}

}  // namespace cuda_emulator

CUDA_EMULATOR_INLINE void __pipeline_memcpy_async(void* shared, const void* global, std::size_t size,
                                                  std::size_t zeros = 0) {
  ::cuda_emulator::check_async_copy(shared, global, size, zeros);
  ::cuda_emulator::ask_async_copy({static_cast<char*>(shared), static_cast<const char*>(global), size, zeros, 0});
}

inline void __pipeline_commit() {
  ::cuda_emulator::commit_async_copies();
}

CUDA_EMULATOR_INLINE void __pipeline_wait_prior(std::size_t prior) {
  ::cuda_emulator::wait_for_async_copies(prior);
}
