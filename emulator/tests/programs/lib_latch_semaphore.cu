// A latch that opens when all blocks have arrived, and a semaphore that admits two threads at a time.
#include <cstdio>
#include <cuda/atomic>
#include <cuda/latch>
#include <cuda/semaphore>
#include <new>

using Latch = cuda::latch<cuda::thread_scope_device>;
using Semaphore = cuda::counting_semaphore<cuda::thread_scope_device, 2>;

struct State {
  alignas(16) unsigned char latch[sizeof(Latch)];
  alignas(16) unsigned char semaphore[sizeof(Semaphore)];
  cuda::atomic<int, cuda::thread_scope_device> inside, most;
  int ready[4], seen[4];
};

__global__ void prepare(State* s, int count) {
  new (s->latch) Latch(count);
  new (s->semaphore) Semaphore(2);
}

__global__ void through_latch(State* s) {
  if (threadIdx.x != 0) return;
  Latch* latch = reinterpret_cast<Latch*>(s->latch);
  s->ready[blockIdx.x] = 1;
  latch->arrive_and_wait();
  int sum = 0;
  for (int r : s->ready) sum += r;
  s->seen[blockIdx.x] = sum;
}

__global__ void through_semaphore(State* s) {
  if (threadIdx.x != 0) return;
  Semaphore* semaphore = reinterpret_cast<Semaphore*>(s->semaphore);
  for (int i = 0; i < 10; ++i) {
    semaphore->acquire();
    const int now = s->inside.fetch_add(1) + 1;
    s->most.fetch_max(now);
    s->inside.fetch_sub(1);
    semaphore->release();
  }
}

int main() {
  State* s;
  cudaMallocManaged(&s, sizeof(State));
  s->inside = 0;
  s->most = 0;
  for (int i = 0; i < 4; ++i) s->ready[i] = s->seen[i] = 0;
  prepare<<<1, 1>>>(s, 4);
  through_latch<<<4, 32>>>(s);
  cudaDeviceSynchronize();
  printf("seen behind the latch: %d %d %d %d\n", s->seen[0], s->seen[1], s->seen[2], s->seen[3]);
  through_semaphore<<<8, 32>>>(s);
  cudaDeviceSynchronize();
  printf("at most two inside: %d, left: %d\n", s->most.load() <= 2, s->inside.load());
  printf("%s\n", cudaGetErrorString(cudaGetLastError()));
  cudaFree(s);
}
