// Slow on purpose: one word at an arrival that is a fence of the whole GPU.
//
// The two blocks of a cluster take turns: a warp stores a number to global memory, and one lane arrives at the barrier
// of the other block, which waits for it. The kernels differ in the scope of the arrival. `.release.cluster` makes the
// stores before it visible to the cluster; for that the hardware waits until all of the thread's stores have arrived,
// which the matrix products of this chapter, whose consumers store nothing, do not need. The results are the same.
// `cuobjdump -sass` shows it with a MEMBAR before each arrival of the second kernel, and so does the time.
#include <cstddef>
#include <cstdio>
#include <vector>

#include "common/check.h"
#include "common/cluster_launch.h"
#include "common/lesson.h"
#include "common/owners.h"
#include "common/ptx_hopper.h"
#include "common/timer.h"

constexpr int warps = 8, threads = 32 * warps;

template <bool releases>
__global__ void __launch_bounds__(threads) turns_kernel(int* numbers, int turns) {
  __shared__ ArrivalBarrier arrived[2];  // in turns: a slow warp may still wait for one when the other block goes on
  const int other = 1 - static_cast<int>(cluster_rank());
  if (threadIdx.x == 0) {
    for (ArrivalBarrier& each : arrived) barrier_init(&each, warps);
  }
  __syncthreads();
  cluster_arrive();
  cluster_wait();  // the other block's barrier exists
  int sum = 0;
  for (int turn = 0; turn < turns; ++turn) {
    numbers[blockIdx.x * threads + threadIdx.x] = sum;
    if (threadIdx.x % 32 == 0) {
      if (releases) barrier_arrive_at_releasing(&arrived[turn % 2], other);
      if (!releases) barrier_arrive_at(&arrived[turn % 2], other);
    }
    barrier_wait(&arrived[turn % 2], turn / 2);
    __syncwarp();  // the lane that arrives must not be ahead of the others
    sum += turn;
  }
  numbers[blockIdx.x * threads + threadIdx.x] = sum;
  cluster_arrive();
  cluster_wait();  // nobody arrives here any more
}

static void show(Lesson& lesson, const char* name, void (*kernel)(int*, int), int turns) {
  const int clusters = emulated_device() ? 8 : 64;
  DeviceBuffer<int> d_numbers(std::size_t(2 * clusters) * threads);
  d_numbers.fill_bytes(0xFF);
  const auto launch = [&] { launch_clusters(2, kernel, 2 * clusters, threads, 0, nullptr, d_numbers.data(), turns); };
  const double ms = median_ms(launch, lesson.repeats(), lesson.warm_ups());
  std::size_t wrong = 0;
  for (const int number : d_numbers.to_host()) wrong += number != turns * (turns - 1) / 2;
  lesson.expect(wrong == 0, "a turn was lost");
  std::printf("%s: %zu wrong numbers", name, wrong);
  if (times_count()) std::printf(", %.0f ns for each turn", ms / turns * 1e6);
  std::printf("\n");
}

int main(int argc, char** argv) {
  Lesson lesson("fence_of_the_gpu",
                "Slow on purpose: blocks of a cluster arrive at each other's barriers, with a fence.", Options::shown);
  const std::size_t& turns = lesson.size("--turns", 1000, 4, "turns", 1, 10000);
  return lesson.main(argc, argv, [&] {
    if (const std::string reason = lacking({90}); !reason.empty()) throw Unsupported(reason);
    show(lesson, "arrive", turns_kernel<false>, static_cast<int>(turns));
    show(lesson, "arrive.release.cluster", turns_kernel<true>, static_cast<int>(turns));
  });
}
