// Wrong on purpose: += by many threads on one word.
//
// counter += 1 is three steps: read, add, write. A thread that reads between another thread's read and write gets the
// same old number, and one of the two additions is lost. atomicAdd combines the three steps.
#include <cstdio>
#include <vector>

#include "common/check.h"
#include "common/lesson.h"
#include "common/owners.h"

constexpr int block_size = 256, blocks = 64;

__global__ void count_atomic_kernel(int* counted) {
  __shared__ int counter;
  if (threadIdx.x == 0) counter = 0;
  __syncthreads();
  atomicAdd(&counter, 1);
  __syncthreads();
  if (threadIdx.x == 0) counted[blockIdx.x] = counter;
}

// The same, except for one line. On a GPU the 32 lanes of a warp read at once, so at most one of 32 additions is kept.
__global__ void count_plain_kernel(int* counted) {
  __shared__ int counter;
  if (threadIdx.x == 0) counter = 0;
  __syncthreads();
  counter += 1;
  __syncthreads();
  if (threadIdx.x == 0) counted[blockIdx.x] = counter;
}

// The worst case in slow motion: all threads read before any thread writes. A barrier between the steps ensures this;
// without it, it depends on timing.
__global__ void count_slow_motion_kernel(int* counted) {
  __shared__ int counter;
  if (threadIdx.x == 0) counter = 0;
  __syncthreads();
  const int seen = counter;
  __syncthreads();
  counter = seen + 1;
  __syncthreads();
  if (threadIdx.x == 0) counted[blockIdx.x] = counter;
}

long long counted_by(void (*kernel)(int*)) {
  DeviceBuffer<int> d_counted(blocks);
  kernel<<<blocks, block_size>>>(d_counted.data());
  check(cudaGetLastError());
  long long sum = 0;
  for (const int of_block : d_counted.to_host()) sum += of_block;
  return sum;
}

int main(int argc, char** argv) {
  Lesson lesson("lost_update", "Wrong on purpose: the threads of each block count themselves, with += and atomicAdd.",
                Options::shown);
  return lesson.main(argc, argv, [&] {
    constexpr long long threads = blocks * block_size;
    const long long atomic = counted_by(count_atomic_kernel), plain = counted_by(count_plain_kernel),
                    slow_motion = counted_by(count_slow_motion_kernel);
    std::printf("threads:                   %lld\n", threads);
    std::printf("counted with atomicAdd:    %lld\n", atomic);
    std::printf("counted with +=:           %lld\n", plain);
    std::printf("counted in slow motion:    %lld\n", slow_motion);
    std::printf("%s\n", plain < threads
                            ? "Threads that read the same old number write the same new one."
                            : "+= lost nothing this time, by luck: no two threads updated the number at once.");
    lesson.expect(atomic == threads, "the count with atomicAdd");
    lesson.expect(slow_motion == blocks, "in slow motion, one addition a block must stay");
  });
}
