// Wrong on purpose: the effect of a missing __syncwarp.
//
// The halves of a warp exchange their numbers through shared memory. Since Volta the threads of a warp are scheduled
// independently, and after a branch nothing guarantees that one half waits for the other. `volatile` does not either:
// it only keeps the compiler from keeping old values.
#include <cstdio>
#include <numeric>
#include <vector>

#include "common/check.h"
#include "common/lesson.h"
#include "common/owners.h"
#include "common/values.h"

constexpr int half = warp_size / 2, warps = 256;
constexpr int hops = 16;

// The upper half is late: it gets its number at the end of a chain of reads (next[i] is i).
__device__ int late_value(const int* x, const int* next, int i) {
  for (int step = 0; step < hops; ++step) i = next[i];
  return x[i];
}

__global__ void exchange_kernel(const int* x, const int* next, int* exchanged) {
  __shared__ int tile[warp_size];
  const int lane = threadIdx.x, i = blockIdx.x * warp_size + lane;
  if (lane < half) {
    tile[lane] = x[i];
    __syncwarp();  // pairs with the one in the other branch: all 32 lanes must reach one of them
    exchanged[i] = tile[lane + half];
  } else {
    tile[lane] = late_value(x, next, i);
    __syncwarp();
    exchanged[i] = tile[lane - half];
  }
}

// Same, except that there is no barrier.
__global__ void exchange_without_syncwarp_kernel(const int* x, const int* next, int* exchanged) {
  __shared__ volatile int tile[warp_size];
  const int lane = threadIdx.x, i = blockIdx.x * warp_size + lane;
  if (lane < half) {
    tile[lane] = x[i];
    exchanged[i] = tile[lane + half];
  } else {
    tile[lane] = late_value(x, next, i);
    exchanged[i] = tile[lane - half];
  }
}

int wrong_numbers(void (*kernel)(const int*, const int*, int*)) {
  std::vector<int> x(warp_size * warps), next(x.size()), expected(x.size());
  std::iota(x.begin(), x.end(), 1000);
  std::iota(next.begin(), next.end(), 0);
  for (std::size_t i = 0; i < x.size(); ++i) expected[i] = x[i % warp_size < half ? i + half : i - half];

  const DeviceBuffer<int> d_x(x), d_next(next);
  DeviceBuffer<int> d_exchanged(x.size());
  kernel<<<warps, warp_size>>>(d_x.data(), d_next.data(), d_exchanged.data());
  check(cudaGetLastError());
  return static_cast<int>(mismatches(d_exchanged.to_host(), expected));
}

int main(int argc, char** argv) {
  Lesson lesson("syncwarp_missing", "Wrong on purpose: the halves of a warp swap numbers, with and without __syncwarp.",
                Options::shown);
  return lesson.main(argc, argv, [&] {
    const int with = wrong_numbers(exchange_kernel), without = wrong_numbers(exchange_without_syncwarp_kernel);
    std::printf("with __syncwarp:    %d of %d numbers are wrong\n", with, warps * warp_size);
    std::printf("without __syncwarp: %d of %d numbers are wrong\n", without, warps * warp_size);
    std::printf("%s\n", without > 0
                            ? "One half read its partners' words before they were written."
                            : "All were right this time, by luck: a race that rarely shows is the hardest to find.");
    lesson.expect(with == 0, "the kernel with __syncwarp");
  });
}
