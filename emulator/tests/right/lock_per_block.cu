// A lock that one thread per block takes, with fences around the accesses that it guards.
#include <cstdio>
struct Lock {
  int* word;
  __device__ void lock() {
    while (atomicCAS(word, 0, 1) != 0) {
    }
    __threadfence();
  }
  __device__ void unlock() {
    __threadfence();
    atomicExch(word, 0);
  }
};
struct Stats {
  int count, largest;
  long long sum;
};
__global__ void gather(const int* x, int n, Lock lock, Stats* stats) {
  __shared__ int count, largest;
  __shared__ long long sum;
  if (threadIdx.x == 0) count = 0, largest = -1, sum = 0;
  __syncthreads();
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    atomicAdd(&count, 1);
    atomicMax(&largest, x[i]);
    atomicAdd((unsigned long long*)&sum, (unsigned long long)x[i]);
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    lock.lock();
    stats->count += count;
    stats->sum += sum;
    if (largest > stats->largest) stats->largest = largest;
    lock.unlock();
  }
}
int main() {
  const int n = 700;
  int h[n], *x;
  for (int i = 0; i < n; ++i) h[i] = (i * 37) % 701;
  Lock lock;
  Stats* stats;
  cudaMalloc(&x, sizeof h);
  cudaMalloc(&lock.word, sizeof(int));
  cudaMalloc(&stats, sizeof(Stats));
  cudaMemset(lock.word, 0, sizeof(int));
  cudaMemset(stats, 0, sizeof(Stats));
  cudaMemcpy(x, h, sizeof h, cudaMemcpyHostToDevice);
  gather<<<6, 128>>>(x, n, lock, stats);
  Stats s;
  cudaMemcpy(&s, stats, sizeof s, cudaMemcpyDeviceToHost);
  cudaFree(x);
  cudaFree(lock.word);
  cudaFree(stats);
  long long sum = 0;
  int largest = 0;
  for (int v : h) sum += v, largest = v > largest ? v : largest;
  return s.count == n && s.sum == sum && s.largest == largest ? 0 : 1;
}
