// Wrong on purpose: shared memory of a block that may not have started.
//
// The two blocks of a cluster exchange their numbers: each stores into the shared memory of the other one. Blocks of a
// cluster run at the same time, but one of them starts first, and then the other one has no shared memory yet. The
// kernels differ in one barrier of the cluster. `compute-sanitizer --tool racecheck` and the microscope name the store;
// the result alone is nearly always right.
#include <cstddef>
#include <cstdio>
#include <numeric>
#include <vector>

#include "common/check.h"
#include "common/cluster_launch.h"
#include "common/lesson.h"
#include "common/owners.h"
#include "common/ptx_hopper.h"
#include "common/values.h"

constexpr int block_size = 64, blocks = 64;

__global__ void exchange_kernel(const int* x, int* exchanged) {
  __shared__ int from_other[block_size];
  const int t = threadIdx.x, i = blockIdx.x * block_size + t;
  const int value = x[i];
  cluster_arrive();
  cluster_wait();  // both blocks have started
  in_block_of_cluster(from_other, 1 - cluster_rank())[t] = value;
  cluster_arrive();
  cluster_wait();  // both have stored
  exchanged[i] = from_other[t];
}

// Same, except that the first barrier is missing.
__global__ void exchange_at_once_kernel(const int* x, int* exchanged) {
  __shared__ int from_other[block_size];
  const int t = threadIdx.x, i = blockIdx.x * block_size + t;
  const int value = x[i];
  in_block_of_cluster(from_other, 1 - cluster_rank())[t] = value;
  cluster_arrive();
  cluster_wait();  // both have stored
  exchanged[i] = from_other[t];
}

static std::size_t wrong_numbers(void (*kernel)(const int*, int*)) {
  std::vector<int> x(block_size * blocks), expected(x.size());
  std::iota(x.begin(), x.end(), 1000);
  for (std::size_t i = 0; i < x.size(); ++i) expected[i] = x[i ^ block_size];
  const DeviceBuffer<int> d_x(x);
  DeviceBuffer<int> d_exchanged(x.size());
  launch_clusters(2, kernel, blocks, block_size, 0, nullptr, d_x.data(), d_exchanged.data());
  return static_cast<std::size_t>(mismatches(d_exchanged.to_host(), expected));
}

int main(int argc, char** argv) {
  Lesson lesson("not_started_block",
                "Wrong on purpose: blocks of a cluster exchange numbers, and one may not be there yet.",
                Options::shown);
  return lesson.main(argc, argv, [&] {
    if (const std::string reason = lacking({90}); !reason.empty()) throw Unsupported(reason);
    const std::size_t with = wrong_numbers(exchange_kernel), without = wrong_numbers(exchange_at_once_kernel);
    std::printf("wrong numbers with the barrier: %zu\nwrong numbers without the barrier: %zu\n", with, without);
    lesson.expect(with == 0, "the kernel with the barrier is wrong");
  });
}
