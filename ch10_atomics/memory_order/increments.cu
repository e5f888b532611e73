// The same increments in every rung, so that only the order and the scope can make a difference. No two threads share a
// counter: no thread waits for another's addition, only for what its own order asks for.
#include <cuda/atomic>

#include "ch10_atomics/memory_order/memory_order.h"
#include "common/check.h"
#include "common/launch.h"

namespace memory_order {

constexpr int block_size = 256;

// ---- The addition itself is one step, and nothing else is promised.
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

// ---- Same, except that what comes before an addition stays before it, and what comes behind stays behind.
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

// ---- Same, except for the order: one for all threads.
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

// ---- Same, except for the scope: cuda::atomic_ref<T>, and std's, without another word.
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
