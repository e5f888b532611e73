// A chain of links; each link is computed by another thread than the one before. A link passes on two things: its sum,
// and a flag that the sum is there. What keeps the two in order?
#include "ch10_atomics/memory_order/memory_order.h"

#include <cuda/atomic>

#include "common/check.h"

namespace memory_order {

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

}  // namespace memory_order
