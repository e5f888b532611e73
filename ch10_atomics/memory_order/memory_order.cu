// A chain of links, in which each link is computed by a different thread than the link before. A link passes on two
// things: its sum, and a flag that the sum is there. What keeps the two in order?
#include "ch10_atomics/memory_order/memory_order.h"

#include <cuda/atomic>

#include "common/check.h"

namespace memory_order {
namespace {

// A flag that threads of the whole device read and write.
using Flag = cuda::atomic_ref<std::uint32_t, cuda::thread_scope_device>;

// ---- Rung 1. The method from before CUDA's memory model. volatile makes every turn of the loop a load. Two fences
// make the order: the sum is written before the flag, and read after it.
__global__ void fences_kernel(const std::uint32_t* x, std::uint32_t* sum, volatile std::uint32_t* ready, int n) {
  for (int i = blockIdx.x; i < n; i += workers) {
    std::uint32_t before = 0;
    if (i > 0) {
      while (ready[i - 1] == 0) continue;
      __threadfence();
      before = sum[i - 1];
    }
    sum[i] = before + x[i];
    __threadfence();
    ready[i] = 1;
  }
}

void fences(const std::uint32_t* x, std::uint32_t* sum, std::uint32_t* ready, int n) {
  fences_kernel<<<workers, 1>>>(x, sum, ready, n);
  check(cudaGetLastError());
}

// ---- Rung 2. Same, except that the accesses to the flag name their memory order. A thread that acquires what another
// thread has released sees all earlier writes of that thread.
__global__ void release_acquire_kernel(const std::uint32_t* x, std::uint32_t* sum, std::uint32_t* ready, int n) {
  for (int i = blockIdx.x; i < n; i += workers) {
    std::uint32_t before = 0;
    if (i > 0) {
      while (Flag(ready[i - 1]).load(cuda::memory_order_acquire) == 0) continue;
      before = sum[i - 1];
    }
    sum[i] = before + x[i];
    Flag(ready[i]).store(1, cuda::memory_order_release);
  }
}

void release_acquire(const std::uint32_t* x, std::uint32_t* sum, std::uint32_t* ready, int n) {
  release_acquire_kernel<<<workers, 1>>>(x, sum, ready, n);
  check(cudaGetLastError());
}

// ---- Rung 3. Same, except for the default order: all threads see all sequentially consistent accesses in one order.
// The chain does not need that.
__global__ void sequential_kernel(const std::uint32_t* x, std::uint32_t* sum, std::uint32_t* ready, int n) {
  for (int i = blockIdx.x; i < n; i += workers) {
    std::uint32_t before = 0;
    if (i > 0) {
      while (Flag(ready[i - 1]).load() == 0) continue;
      before = sum[i - 1];
    }
    sum[i] = before + x[i];
    Flag(ready[i]).store(1);
  }
}

void sequential(const std::uint32_t* x, std::uint32_t* sum, std::uint32_t* ready, int n) {
  sequential_kernel<<<workers, 1>>>(x, sum, ready, n);
  check(cudaGetLastError());
}

// ---- Rung 4. Same as rung 2, except for the scope: the host and other devices must see the sums in order too.
__global__ void system_scope_kernel(const std::uint32_t* x, std::uint32_t* sum, std::uint32_t* ready, int n) {
  using SystemFlag = cuda::atomic_ref<std::uint32_t, cuda::thread_scope_system>;
  for (int i = blockIdx.x; i < n; i += workers) {
    std::uint32_t before = 0;
    if (i > 0) {
      while (SystemFlag(ready[i - 1]).load(cuda::memory_order_acquire) == 0) continue;
      before = sum[i - 1];
    }
    sum[i] = before + x[i];
    SystemFlag(ready[i]).store(1, cuda::memory_order_release);
  }
}

void system_scope(const std::uint32_t* x, std::uint32_t* sum, std::uint32_t* ready, int n) {
  system_scope_kernel<<<workers, 1>>>(x, sum, ready, n);
  check(cudaGetLastError());
}

// ---- Rung 5. Same as rung 2, except that there is no flag. A word is never seen half written, and the sum itself
// shows that it is there: it differs from `nothing`. With a single word, nothing has to be ordered.
__global__ void relaxed_kernel(const std::uint32_t* x, std::uint32_t* sum, int n) {
  for (int i = blockIdx.x; i < n; i += workers) {
    std::uint32_t before = 0;
    if (i > 0) {
      do {
        before = Flag(sum[i - 1]).load(cuda::memory_order_relaxed);
      } while (before == nothing);
    }
    Flag(sum[i]).store(before + x[i], cuda::memory_order_relaxed);
  }
}

void relaxed(const std::uint32_t* x, std::uint32_t* sum, std::uint32_t*, int n) {
  relaxed_kernel<<<workers, 1>>>(x, sum, n);
  check(cudaGetLastError());
}

// ---- Rung 6. Same as rung 2, except that the workers are warps of one block, one thread of each.
__global__ void one_block_kernel(const std::uint32_t* x, std::uint32_t* sum, std::uint32_t* ready, int n) {
  if (threadIdx.x % warpSize != 0) return;
  for (int i = threadIdx.x / warpSize; i < n; i += workers) {
    std::uint32_t before = 0;
    if (i > 0) {
      while (Flag(ready[i - 1]).load(cuda::memory_order_acquire) == 0) continue;
      before = sum[i - 1];
    }
    sum[i] = before + x[i];
    Flag(ready[i]).store(1, cuda::memory_order_release);
  }
}

void one_block(const std::uint32_t* x, std::uint32_t* sum, std::uint32_t* ready, int n) {
  one_block_kernel<<<1, workers * 32>>>(x, sum, ready, n);
  check(cudaGetLastError());
}

// ---- Rung 7. Same as rung 6, except for the scope: only threads of this block must see the sums in order. Between
// blocks, as in rung 2, this scope would be a race.
__global__ void block_scope_kernel(const std::uint32_t* x, std::uint32_t* sum, std::uint32_t* ready, int n) {
  using BlockFlag = cuda::atomic_ref<std::uint32_t, cuda::thread_scope_block>;
  if (threadIdx.x % warpSize != 0) return;
  for (int i = threadIdx.x / warpSize; i < n; i += workers) {
    std::uint32_t before = 0;
    if (i > 0) {
      while (BlockFlag(ready[i - 1]).load(cuda::memory_order_acquire) == 0) continue;
      before = sum[i - 1];
    }
    sum[i] = before + x[i];
    BlockFlag(ready[i]).store(1, cuda::memory_order_release);
  }
}

void block_scope(const std::uint32_t* x, std::uint32_t* sum, std::uint32_t* ready, int n) {
  block_scope_kernel<<<1, workers * 32>>>(x, sum, ready, n);
  check(cudaGetLastError());
}

// ---- Counters. The same increments in every rung, so that only the order and the scope can make a difference. No two
// threads share a counter: no thread waits for another thread's addition, only for what its own memory order requires.
constexpr int block_size = 256;

// ---- The addition is atomic, and nothing else is guaranteed.
__global__ void increment_relaxed_kernel(std::uint32_t* counter, std::size_t n, int turns) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  if (i >= n) return;
  const cuda::atomic_ref<std::uint32_t, cuda::thread_scope_device> mine(counter[i]);
  for (int turn = 0; turn < turns; ++turn) mine.fetch_add(1, cuda::memory_order_relaxed);
}

void increment_relaxed(std::uint32_t* counter, std::size_t n, int turns) {
  increment_relaxed_kernel<<<blocks_for(n, block_size), block_size>>>(counter, n, turns);
  check(cudaGetLastError());
}

// ---- Same, except that accesses before an addition stay before it, and accesses after it stay after it.
__global__ void increment_acquire_release_kernel(std::uint32_t* counter, std::size_t n, int turns) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  if (i >= n) return;
  const cuda::atomic_ref<std::uint32_t, cuda::thread_scope_device> mine(counter[i]);
  for (int turn = 0; turn < turns; ++turn) mine.fetch_add(1, cuda::memory_order_acq_rel);
}

void increment_acquire_release(std::uint32_t* counter, std::size_t n, int turns) {
  increment_acquire_release_kernel<<<blocks_for(n, block_size), block_size>>>(counter, n, turns);
  check(cudaGetLastError());
}

// ---- Same, except for the order: a single one for all threads.
__global__ void increment_sequential_kernel(std::uint32_t* counter, std::size_t n, int turns) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  if (i >= n) return;
  const cuda::atomic_ref<std::uint32_t, cuda::thread_scope_device> mine(counter[i]);
  for (int turn = 0; turn < turns; ++turn) mine.fetch_add(1);
}

void increment_sequential(std::uint32_t* counter, std::size_t n, int turns) {
  increment_sequential_kernel<<<blocks_for(n, block_size), block_size>>>(counter, n, turns);
  check(cudaGetLastError());
}

// ---- Same, except for the scope: that of cuda::atomic_ref<T>, and of std's, by default.
__global__ void increment_system_kernel(std::uint32_t* counter, std::size_t n, int turns) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  if (i >= n) return;
  const cuda::atomic_ref<std::uint32_t> mine(counter[i]);
  for (int turn = 0; turn < turns; ++turn) mine.fetch_add(1);
}

void increment_system(std::uint32_t* counter, std::size_t n, int turns) {
  increment_system_kernel<<<blocks_for(n, block_size), block_size>>>(counter, n, turns);
  check(cudaGetLastError());
}

// ---- Same as the first, except for the scope.
__global__ void increment_relaxed_block_kernel(std::uint32_t* counter, std::size_t n, int turns) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  if (i >= n) return;
  const cuda::atomic_ref<std::uint32_t, cuda::thread_scope_block> mine(counter[i]);
  for (int turn = 0; turn < turns; ++turn) mine.fetch_add(1, cuda::memory_order_relaxed);
}

void increment_relaxed_block(std::uint32_t* counter, std::size_t n, int turns) {
  increment_relaxed_block_kernel<<<blocks_for(n, block_size), block_size>>>(counter, n, turns);
  check(cudaGetLastError());
}

// ---- Same, except for the order: the strongest one in the smallest scope.
__global__ void increment_sequential_block_kernel(std::uint32_t* counter, std::size_t n, int turns) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  if (i >= n) return;
  const cuda::atomic_ref<std::uint32_t, cuda::thread_scope_block> mine(counter[i]);
  for (int turn = 0; turn < turns; ++turn) mine.fetch_add(1);
}

void increment_sequential_block(std::uint32_t* counter, std::size_t n, int turns) {
  increment_sequential_block_kernel<<<blocks_for(n, block_size), block_size>>>(counter, n, turns);
  check(cudaGetLastError());
}

}  // namespace

std::span<const Rung> ladder() {
  static constexpr Rung rungs[] = {
      {"fences", fences},           {"release_acquire", release_acquire},
      {"sequential", sequential},   {"system_scope", system_scope},
      {"relaxed", relaxed},         {"one_block", one_block},
      {"block_scope", block_scope},
  };
  return rungs;
}

std::span<const Increment> increments() {
  static constexpr Increment rungs[] = {
      {"relaxed, device", increment_relaxed},       {"acquire and release, device", increment_acquire_release},
      {"sequential, device", increment_sequential}, {"sequential, system", increment_system},
      {"relaxed, block", increment_relaxed_block},  {"sequential, block", increment_sequential_block},
  };
  return rungs;
}

}  // namespace memory_order
