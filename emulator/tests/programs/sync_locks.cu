// A spin lock per bucket made of atomicCAS and atomicExch, and a ticket lock between blocks.
#include <cstdio>

struct Lock {
  int* state;
  __device__ void lock() {
    while (atomicCAS(state, 0, 1) != 0) {
    }
    __threadfence();
  }
  __device__ void unlock() {
    __threadfence();
    atomicExch(state, 0);
  }
};
struct Account {
  int balance, changes;
};
__global__ void transfer(Account* accounts, int* locks, int n) {
  // One thread of the block after the other: on older GPUs the lanes of a warp would wait for each other forever.
  if (threadIdx.x == 0) {
    for (int k = 0; k < 10; ++k) {
      const int from = (blockIdx.x + k) % n, to = (from + 1 + k % 3) % n;
      const int first = min(from, to), second = max(from, to);
      Lock a{locks + first}, b{locks + second};
      a.lock();
      b.lock();
      volatile Account* f = accounts + from;
      volatile Account* t = accounts + to;
      f->balance -= 5;
      t->balance += 5;
      f->changes += 1;
      t->changes += 1;
      b.unlock();
      a.unlock();
    }
  }
}
__global__ void take_tickets(unsigned* ticket, volatile unsigned* serving, int* log) {
  if (threadIdx.x) return;
  const unsigned mine = atomicAdd(ticket, 1);
  while (*serving != mine) {
  }
  __threadfence();
  log[mine] = mine * mine;
  __threadfence();
  *serving = mine + 1;
}

int main() {
  const int n = 8;
  Account* accounts;
  int *locks, *log;
  unsigned *ticket, *serving;
  cudaMallocManaged(&accounts, n * sizeof(Account));
  cudaMalloc(&locks, n * sizeof(int));
  cudaMemset(locks, 0, n * sizeof(int));
  for (int i = 0; i < n; ++i) accounts[i] = {100, 0};
  transfer<<<16, 32>>>(accounts, locks, n);
  cudaDeviceSynchronize();
  int total = 0, changes = 0;
  for (int i = 0; i < n; ++i) total += accounts[i].balance, changes += accounts[i].changes;
  printf("total %d, changes %d\n", total, changes);
  cudaMallocManaged(&log, 16 * sizeof(int));
  cudaMallocManaged(&ticket, sizeof(unsigned));
  cudaMallocManaged(&serving, sizeof(unsigned));
  *ticket = *serving = 0;
  take_tickets<<<16, 1>>>(ticket, serving, log);
  cudaDeviceSynchronize();
  for (int i = 0; i < 16; ++i) printf("%d ", log[i]);
  printf("\n%s\n", cudaGetErrorString(cudaGetLastError()));
}
