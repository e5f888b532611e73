// Threads that step from barrier to barrier together, and all the ways in which one of them can break step.
#include <gtest/gtest.h>

#include <string>

namespace {

// Runs f, which launches a kernel that fails, and gives its report; the device is fresh afterwards.
template <class F>
std::string report_of(F f) {
  testing::internal::CaptureStderr();
  f();
  EXPECT_EQ(cudaDeviceSynchronize(), cudaErrorLaunchFailure);
  const std::string report = testing::internal::GetCapturedStderr();
  EXPECT_EQ(cudaDeviceReset(), cudaSuccess);
  cudaGetLastError();
  return report;
}

__host__ __device__ unsigned dice(unsigned seed, unsigned a, unsigned b, unsigned c) {
  unsigned h = seed * 0x9E3779B9u ^ a * 0x85EBCA6Bu ^ b * 0xC2B2AE35u ^ c * 0x27D4EB2Fu;
  h ^= h >> 15;
  h *= 0x2C1B3C6Du;
  h ^= h >> 12;
  h *= 0x297A2D39u;
  return h ^ h >> 15;
}

constexpr int gone = 1 << 20;

// Every phase is regular, or some threads do what lockstep does not know: yield, meet their warp, vote, return.
__global__ void stumble(unsigned seed, int phases, int* wrong, int* finished) {
  __shared__ int stage[1024];
  const uint3 before = threadIdx;
  const unsigned size = blockDim.x * blockDim.y * blockDim.z;
  const unsigned t = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  for (int p = 0; p < phases; ++p) {
    const unsigned kind = dice(seed, blockIdx.x, p, 7) % 8, mine = dice(seed, blockIdx.x, p, t + 100);
    const bool chosen = mine % 5 == 0;
    stage[t] = p;
    if (kind == 1 && chosen) {
      stage[t] = gone;
      return;
    }
    if (kind == 2 && chosen) __nanosleep(10);
    if (kind == 3 && dice(seed, p, t / 32, 1) % 2) __syncwarp();
    if (kind == 4) {
      const int votes = __syncthreads_count(chosen);
      int expected = 0;
      for (unsigned u = 0; u < size; ++u) {
        expected += stage[u] != gone && dice(seed, blockIdx.x, p, u + 100) % 5 == 0;
      }
      if (votes != expected) atomicAdd(wrong, 1);
    } else if (kind == 5 && chosen) {  // the same barrier for the block, from two lines
      __syncthreads();
    } else {
      __syncthreads();
    }
    for (unsigned u = 0; u < size; ++u) {
      if (stage[u] != p && stage[u] != gone) atomicAdd(wrong, 1);
    }
    if (before.x != threadIdx.x || before.y != threadIdx.y || before.z != threadIdx.z) atomicAdd(wrong, 1);
    __syncthreads();
  }
  atomicAdd(finished, 1);
}

int count_finished(unsigned seed, int phases, unsigned blocks, unsigned size) {
  int finished = 0;
  for (unsigned b = 0; b < blocks; ++b) {
    for (unsigned t = 0; t < size; ++t) {
      bool stays = true;
      for (int p = 0; p < phases; ++p) {
        if (dice(seed, b, p, 7) % 8 == 1 && dice(seed, b, p, t + 100) % 5 == 0) stays = false;
      }
      finished += stays;
    }
  }
  return finished;
}

TEST(Lockstep, AnyThreadMayBreakIt) {
  int* counts;
  ASSERT_EQ(cudaMallocManaged(&counts, 2 * sizeof(int)), cudaSuccess);
  const dim3 shapes[] = {dim3(1), dim3(2), dim3(31), dim3(128), dim3(8, 4, 3), dim3(1, 50), dim3(3, 1, 7), dim3(300)};
  for (unsigned seed = 0; seed < 64; ++seed) {
    const dim3 shape = shapes[seed % 8];
    const int phases = 1 + seed % 7;
    counts[0] = counts[1] = 0;
    stumble<<<9, shape>>>(seed, phases, &counts[0], &counts[1]);
    ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    ASSERT_EQ(counts[0], 0) << seed;
    ASSERT_EQ(counts[1], count_finished(seed, phases, 9, shape.x * shape.y * shape.z)) << seed;
  }
  cudaFree(counts);
}

// What a thread sees of a phase in which the threads before it have passed, and those behind it have not.
__global__ void order(int* seen) {
  __shared__ int turn;
  turn = 0;
  __syncthreads();
  for (int round = 0; round < 3; ++round) {
    const int mine = atomicAdd(&turn, 1);
    __syncthreads();
    seen[round * blockDim.x + threadIdx.x] = mine - round * static_cast<int>(blockDim.x);
    __syncthreads();
  }
}

TEST(Lockstep, ThreadsRunInIndexOrder) {
  int* seen;
  ASSERT_EQ(cudaMallocManaged(&seen, 3 * 200 * sizeof(int)), cudaSuccess);
  order<<<1, 200>>>(seen);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  for (int i = 0; i < 3 * 200; ++i) ASSERT_EQ(seen[i], i % 200);
  cudaFree(seen);
}

// One thread fails while the others wait at the first barrier, at a later one, or have returned.
__global__ void fail_at(int phase, unsigned who) {
  for (int p = 0; p < 3; ++p) {
    if (p == phase && threadIdx.x == who) __trap();
    __syncthreads();
  }
  if (phase == 3 && threadIdx.x == who) __trap();
}

__global__ void count_threads(int* count) {
  __syncthreads();
  atomicAdd(count, 1);
  __syncthreads();
}

TEST(Lockstep, AFailureLeavesNothingBehind) {
  for (int phase = 0; phase < 4; ++phase) {
    for (const unsigned who : {0u, 5u, 63u}) {
      const std::string report = report_of([=] { fail_at<<<3, 64>>>(phase, who); });
      EXPECT_NE(report.find("block (0,0,0), thread (" + std::to_string(who) + ",0,0)"), std::string::npos) << report;
      int* count;
      ASSERT_EQ(cudaMallocManaged(&count, sizeof(int)), cudaSuccess);
      *count = 0;
      count_threads<<<5, 64>>>(count);
      ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
      EXPECT_EQ(*count, 5 * 64);
      cudaFree(count);
    }
  }
}

constexpr int first_line = __LINE__ + 3, second_line = __LINE__ + 5;
__global__ void part(unsigned who) {
  if (threadIdx.x != who) {
    __syncthreads();
  } else {
    __syncwarp(~0u);
  }
}

TEST(Lockstep, ADeadlockNamesTheLines) {
  for (const unsigned who : {0u, 1u, 40u, 63u}) {
    const std::string report = report_of([=] { part<<<1, 64>>>(who); });
    EXPECT_NE(report.find("63 threads from"), std::string::npos) << report;
    EXPECT_NE(report.find("lockstep_test.cu:" + std::to_string(first_line)), std::string::npos) << report;
    EXPECT_NE(report.find("lockstep_test.cu:" + std::to_string(second_line)), std::string::npos) << report;
  }
}

}  // namespace
