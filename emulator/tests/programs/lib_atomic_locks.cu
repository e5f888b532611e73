// Locks and flags built from cuda::atomic: a spin lock, a ticket lock, a message from block to block, and wait/notify.
#include <cstdio>
#include <cstring>
#include <cuda/atomic>
#include <cuda/std/cstdint>

using Word = cuda::atomic<cuda::std::uint32_t, cuda::thread_scope_device>;

struct Shared {
  Word lock, ticket, serving, flag, arrived;
  int protected_value, ticketed_value, message, received;
};

__global__ void with_locks(Shared* s) {
  bool done = false;
  while (!done) {
    if (s->lock.exchange(1, cuda::std::memory_order_acquire) == 0) {
      s->protected_value += 1;
      s->lock.store(0, cuda::std::memory_order_release);
      done = true;
    }
  }
  const auto mine = s->ticket.fetch_add(1, cuda::memory_order_relaxed);
  while (s->serving.load(cuda::memory_order_acquire) != mine) {
  }
  s->ticketed_value += 2;
  s->serving.fetch_add(1, cuda::memory_order_release);
}

__global__ void messages(Shared* s) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    s->message = 4711;
    s->flag.store(1, cuda::memory_order_release);
    s->flag.notify_all();
  } else {
    s->flag.wait(0, cuda::memory_order_acquire);
    atomicAdd(&s->received, s->message);
    ++s->arrived;
  }
}

__global__ void last_block(Shared* s) {
  __shared__ bool last;
  if (threadIdx.x == 0) {
    cuda::atomic_thread_fence(cuda::memory_order_seq_cst, cuda::thread_scope_device);
    last = s->arrived.fetch_add(1) == gridDim.x - 1;
  }
  __syncthreads();
  if (last && threadIdx.x == 0) printf("the last of %u blocks\n", gridDim.x);
}

int main() {
  Shared* s;
  cudaMallocManaged(&s, sizeof(Shared));
  memset(static_cast<void*>(s), 0, sizeof *s);
  with_locks<<<4, 64>>>(s);
  cudaDeviceSynchronize();
  printf("lock: %d, tickets: %d of %u\n", s->protected_value, s->ticketed_value, s->ticket.load());
  messages<<<5, 32>>>(s);
  cudaDeviceSynchronize();
  printf("received %d by %u blocks\n", s->received, s->arrived.load());
  s->arrived = 0;
  last_block<<<7, 32>>>(s);
  cudaDeviceSynchronize();
  cuda::std::uint32_t expected = 7;
  const bool swapped = s->arrived.compare_exchange_strong(expected, 70);
  printf("swapped %d, now %u\n", swapped, s->arrived.load());
  expected = 7;
  const bool again = s->arrived.compare_exchange_strong(expected, 71);
  printf("swapped %d, found %u\n", again, expected);
  cudaFree(s);
}
