// Shared by CUB's primitives for the threads of a block and of a warp: their indices, how they meet, and their storage.
#pragma once
#include "emulator/cub/thread.hpp"

namespace cub {
namespace emulated {

// Storage in shared memory, which is not constructed.
template <class T, int count>
struct Room {
  alignas(T) unsigned char bytes[sizeof(T) * (count > 0 ? count : 1)];
  T* begin() { return reinterpret_cast<T*>(bytes); }
  T& operator[](int i) { return begin()[i]; }
};
struct NoStorage {};

// The threads of a block in the order of their index, and those of one logical warp. Many programs reuse the storage
// without the barrier that CUB requires, and usually work on a GPU; leave() makes them work here too, but lets the
// microscope see the race.
template <int threads_>
struct BlockThreads {
  static constexpr int threads = threads_;
  static CUDA_EMULATOR_INLINE int rank() { return static_cast<int>(cuda_emulator::block_state.current); }
  static CUDA_EMULATOR_INLINE void meet() { __syncthreads(); }
  static CUDA_EMULATOR_INLINE void leave() {
#ifndef CUDA_EMULATOR_TRACED
    meet();
#endif
  }
};
template <int threads_>
struct WarpThreads {
  static constexpr int threads = threads_;
  static CUDA_EMULATOR_INLINE int rank() { return static_cast<int>(cuda_emulator::block_state.current % 32) % threads; }
  static CUDA_EMULATOR_INLINE void meet() {
    const unsigned first = cuda_emulator::block_state.current % 32 / threads * threads;
    __syncwarp((threads == 32 ? ~0u : (1u << threads % 32) - 1) << first);
  }
  static CUDA_EMULATOR_INLINE void leave() { meet(); }
};

// Of an array that is distributed to threads: blocked, each thread's items are contiguous; striped, they are the number
// of threads apart; in warp stripes, the same within each warp's part.
enum Arrangement { blocked, striped, warp_striped };
template <Arrangement arrangement, int threads, int items>
CUDA_EMULATOR_INLINE int item_at(int rank, int i) {
  if constexpr (arrangement == blocked) return rank * items + i;
  if constexpr (arrangement == striped) return i * threads + rank;
  constexpr int width = threads < 32 ? threads : 32;
  return rank / width * width * items + i * width + rank % width;
}

// A comparison may also take the index.
template <class Op, class T>
CUDA_EMULATOR_INLINE bool compare(Op& op, const T& a, const T& b, int index) {
  if constexpr (std::is_invocable_v<Op&, const T&, const T&, int>) {
    return op(a, b, index);
  } else {
    return op(a, b);
  }
}

#define CUDA_EMULATOR_PRIVATE_STORAGE     \
  static TempStorage& private_storage() { \
    __shared__ TempStorage storage;       \
    return storage;                       \
  }

}  // namespace emulated
}  // namespace cub
