// Wrong on purpose: the effect of a missing __syncthreads.
//
// Each block reverses its 256 numbers through shared memory. The two kernels differ in one line. Without the barrier a
// thread may read a word before its owner, a thread of another warp, has written it: the order is not defined. The
// microscope and `compute-sanitizer --tool racecheck` report the write and the read; the result alone may look right.
#include <cstddef>
#include <cstdio>
#include <numeric>
#include <vector>

#include "common/check.h"
#include "common/lesson.h"
#include "common/owners.h"
#include "common/values.h"

constexpr int block_size = 256, blocks = 256;
constexpr int hops = 16;

// Threads of a block do not run in lockstep. Here the upper half is late because it gets its number at the end of a
// chain of reads (next[i] is i); in real programs the cause is a cache miss or a longer branch.
__device__ int late_value(const int* x, const int* next, int i) {
  const int steps = threadIdx.x < block_size / 2 ? 0 : hops;
  for (int step = 0; step < steps; ++step) i = next[i];
  return x[i];
}

__global__ void reverse_kernel(const int* x, const int* next, int* reversed) {
  __shared__ int tile[block_size];
  const int t = threadIdx.x, i = blockIdx.x * block_size + t;

  tile[t] = late_value(x, next, i);
  __syncthreads();
  reversed[i] = tile[block_size - 1 - t];
}

// Same, except that the barrier is missing.
__global__ void reverse_without_barrier_kernel(const int* x, const int* next, int* reversed) {
  __shared__ int tile[block_size];
  const int t = threadIdx.x, i = blockIdx.x * block_size + t;

  tile[t] = late_value(x, next, i);
  reversed[i] = tile[block_size - 1 - t];
}

std::size_t wrong_numbers(void (*kernel)(const int*, const int*, int*)) {
  std::vector<int> x(block_size * blocks), next(x.size()), expected(x.size());
  std::iota(x.begin(), x.end(), 1000);
  std::iota(next.begin(), next.end(), 0);
  for (std::size_t i = 0; i < x.size(); ++i)
    expected[i] = x[i / block_size * block_size + block_size - 1 - i % block_size];

  const DeviceBuffer<int> d_x(x), d_next(next);
  DeviceBuffer<int> d_reversed(x.size());
  kernel<<<blocks, block_size>>>(d_x.data(), d_next.data(), d_reversed.data());
  check(cudaGetLastError());
  return static_cast<std::size_t>(mismatches(d_reversed.to_host(), expected));
}

int main(int argc, char** argv) {
  Lesson lesson("missing_sync", "Wrong on purpose: blocks reverse their numbers, with and without __syncthreads.",
                Options::shown);
  return lesson.main(argc, argv, [&] {
    const std::size_t with_barrier = wrong_numbers(reverse_kernel);
    const std::size_t without_barrier = wrong_numbers(reverse_without_barrier_kernel);
    std::printf("with the barrier:    %zu of %d numbers are wrong\n", with_barrier, blocks * block_size);
    std::printf("without the barrier: %zu of %d numbers are wrong\n", without_barrier, blocks * block_size);
    std::printf("%s\n", without_barrier > 0
                            ? "The lower half of each block read its partners' words before they were written."
                            : "All were right this time, by luck: a race that rarely shows is the hardest to find.");
    lesson.expect(with_barrier == 0, "the kernel with the barrier");
  });
}
