// Asynchronous copies from global to shared memory, each thread's own. A copy is done as late as CUDA allows, when the
// thread waits for its batch: what reads without waiting finds what was there before.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace cuda_emulator {

struct AsyncCopy {
  char* shared;
  const char* global;
  std::size_t size, zeros;  // the last `zeros` bytes are not read but set to 0
  unsigned batch;
};

// What one thread has asked for and not waited for yet, and in which block that was.
struct AsyncCopies {
  unsigned grid = 0;
  uint3 block = {};
  unsigned batch = 0;  // the one that is being filled
  std::size_t done = 0;
  std::vector<AsyncCopy> asked = {};
};
// A pointer, so that nothing runs when a kernel first touches it: the microscope would take the guard for shared
// memory.
inline __thread std::vector<AsyncCopies>* async_copies = nullptr;

CUDA_EMULATOR_NOTRACE inline AsyncCopies& my_async_copies() {
  if (!async_copies) async_copies = new std::vector<AsyncCopies>(max_block_threads);  // as long as its OS thread
  AsyncCopies& mine = (*async_copies)[block_state.current];
  const bool same_block = mine.grid == block_state.grid && mine.block.x == blockIdx.x && mine.block.y == blockIdx.y &&
                          mine.block.z == blockIdx.z;
  if (!same_block) {
    mine.asked.clear();  // a thread of another block ended without waiting
    mine.grid = block_state.grid;
    mine.block = blockIdx;
    mine.batch = 0;
    mine.done = 0;
  }
  return mine;
}

CUDA_EMULATOR_NOTRACE inline void ask_async_copy(AsyncCopy copy) {
  AsyncCopies& mine = my_async_copies();
  copy.batch = mine.batch;
  mine.asked.push_back(copy);
}

CUDA_EMULATOR_NOTRACE inline void commit_async_copies() {
  ++my_async_copies().batch;
}

// Gives the oldest copy of all batches but the `prior` last ones; false when there is none left.
CUDA_EMULATOR_NOTRACE inline bool take_async_copy(std::size_t prior, AsyncCopy& copy) {
  AsyncCopies& mine = my_async_copies();
  if (mine.done == mine.asked.size() || mine.asked[mine.done].batch + prior >= mine.batch) {
    mine.asked.erase(mine.asked.begin(), mine.asked.begin() + static_cast<std::ptrdiff_t>(mine.done));
    mine.done = 0;
    return false;
  }
  copy = mine.asked[mine.done++];
  return true;
}

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
  } else {
    copy_as<unsigned>(copy);
  }
}

}  // namespace cuda_emulator

inline void __pipeline_memcpy_async(void* shared, const void* global, std::size_t size, std::size_t zeros = 0) {
  const auto addresses = reinterpret_cast<std::uintptr_t>(shared) | reinterpret_cast<std::uintptr_t>(global);
  if ((size != 4 && size != 8 && size != 16) || addresses % size != 0 || zeros > size) ::cuda_emulator::trap();
  ::cuda_emulator::ask_async_copy({static_cast<char*>(shared), static_cast<const char*>(global), size, zeros, 0});
}

inline void __pipeline_commit() {
  ::cuda_emulator::commit_async_copies();
}

CUDA_EMULATOR_INLINE void __pipeline_wait_prior(std::size_t prior) {
  for (::cuda_emulator::AsyncCopy copy = {}; ::cuda_emulator::take_async_copy(prior, copy);)
    ::cuda_emulator::do_async_copy(copy);
}
