// The same increments in every rung, so that only the order and the scope can make a difference. No two threads share a
// counter: no thread waits for another thread's addition, only for what its own memory order requires.
#include <cuda/atomic>

#include "ch10_atomics/memory_order/memory_order.h"
#include "common/check.h"

namespace memory_order {

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

}  // namespace memory_order
