// Threads that step from barrier to barrier together, lanes that step from one warp function to the next, and all the
// ways in which one of them can leave lockstep.
#include <gtest/gtest.h>

#include <string>

namespace {

// Runs f, which launches a kernel that fails, and returns its report; afterwards the device is reset.
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

// Every phase is regular, or some threads do something that lockstep does not handle: yield, meet their warp, vote,
// return.
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

// The memory that a thread sees in a phase that the threads before it have completed, and those after it have not.
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

// ---- lanes of a warp ----

// Every phase is a warp function of all remaining lanes, or only of a half, eighths, or every second lane; in between
// some lanes yield or return, or the block meets. `alive` are the warp's lanes that have not returned.
__global__ void stumble_by_warp(unsigned seed, int phases, int* wrong, int* finished) {
  const unsigned t = threadIdx.x + blockDim.x * threadIdx.y, lane = t % 32, warp = t / 32;
  const unsigned left = blockDim.x * blockDim.y - warp * 32;
  unsigned alive = left < 32 ? (1u << left) - 1 : ~0u;
  for (int p = 0; p < phases; ++p) {
    const unsigned kind = dice(seed, blockIdx.x, p, 7) % 10;
    const auto value_of = [&](unsigned l) { return dice(seed, p, warp * 32 + l, blockIdx.x); };
    const auto chosen = [&](unsigned l) { return value_of(l) % 6 == 0; };
    const auto check_down = [&](unsigned mask, unsigned by, unsigned width) {
      const unsigned got = __shfl_down_sync(mask, value_of(lane), by, width), source = lane + by;
      const bool inside = source / width == lane / width, came = mask >> (source & 31) & 1;
      if (got != (!inside ? value_of(lane) : came ? value_of(source) : 0)) atomicAdd(wrong, 1);
    };
    const auto check_ballot = [&](unsigned mask) {
      unsigned expected = 0;
      for (unsigned l = 0; l < 32; ++l) expected |= static_cast<unsigned>((mask >> l & 1) && chosen(l)) << l;
      if (__ballot_sync(mask, chosen(lane)) != expected) atomicAdd(wrong, 1);
    };
    const unsigned eighth = alive & 0xFFu << (lane / 8 * 8), half = alive & 0xFFFFu << (lane / 16 * 16);
    if (kind < 2) {
      for (unsigned by = 16; by; by /= 2) check_down(alive, by, 32);
    } else if (kind == 2) {
      for (unsigned by = 4; by; by /= 2) check_down(eighth, by, 8);
    } else if (kind == 3) {
      check_ballot(alive & 0x55555555u << lane % 2);
    } else if (kind == 4) {
      check_ballot(alive);
      for (unsigned l = 0; l < 32; ++l) alive &= ~(static_cast<unsigned>(chosen(l)) << l);
      if (chosen(lane)) return;
    } else if (kind == 5) {
      check_down(alive, 1, 32);
      if (chosen(lane)) __nanosleep(10);
      check_down(alive, 2, 32);
    } else if (kind == 6) {
      check_ballot(alive);
      __syncthreads();
      check_ballot(alive);
    } else if (kind == 7) {  // one half has other operations, and more of them, than the other
      if (lane < 16) {
        for (int i = 0; i < 3; ++i) check_ballot(half);
      } else {
        check_down(half, 3, 16);
      }
    } else if (kind == 8) {
      __syncwarp(alive);
      check_ballot(alive);
      check_down(alive, 5, 32);
      check_ballot(half);
    } else if (lane % 3 == 0) {
      check_ballot(alive & 0x49249249u);  // lanes 0, 3, 6 …
    }
    if (threadIdx.x + blockDim.x * threadIdx.y != t) atomicAdd(wrong, 1);
  }
  atomicAdd(finished, 1);
}

TEST(WarpsInStep, AnyLaneMayBreakIt) {
  int* counts;
  ASSERT_EQ(cudaMallocManaged(&counts, 2 * sizeof(int)), cudaSuccess);
  const dim3 shapes[] = {dim3(32), dim3(2), dim3(31), dim3(128), dim3(8, 9), dim3(70), dim3(300)};
  for (unsigned seed = 0; seed < 140; ++seed) {
    const dim3 shape = shapes[seed % 7];
    const int phases = 1 + seed % 11;
    counts[0] = counts[1] = 0;
    stumble_by_warp<<<5, shape>>>(seed, phases, &counts[0], &counts[1]);
    ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    ASSERT_EQ(counts[0], 0) << seed;
    int stay = 0;
    for (unsigned b = 0; b < 5; ++b) {
      for (unsigned t = 0; t < shape.x * shape.y; ++t) {
        bool stays = true;
        for (int p = 0; p < phases; ++p) stays &= dice(seed, b, p, 7) % 10 != 4 || dice(seed, p, t, b) % 6 != 0;
        stay += stays;
      }
    }
    ASSERT_EQ(counts[1], stay) << seed;
  }
  cudaFree(counts);
}

__global__ void fail_in_warp(int round, unsigned who) {
  unsigned sum = threadIdx.x;
  for (int r = 0; r < 4; ++r) {
    if (r == round && threadIdx.x == who) __trap();
    sum += __shfl_xor_sync(~0u, sum, 1);
  }
}

__global__ void count_lanes(int* count) {
  for (int r = 0; r < 3; ++r) {
    const unsigned all = __ballot_sync(~0u, true);
    if (threadIdx.x == 0) *count += __popc(all);
  }
}

TEST(WarpsInStep, AFailureLeavesNothingBehind) {
  for (int round = 0; round < 4; ++round) {
    for (const unsigned who : {0u, 5u, 31u}) {
      const std::string report = report_of([=] { fail_in_warp<<<3, 32>>>(round, who); });
      EXPECT_NE(report.find("block (0,0,0), thread (" + std::to_string(who) + ",0,0)"), std::string::npos) << report;
      int* count;
      ASSERT_EQ(cudaMallocManaged(&count, sizeof(int)), cudaSuccess);
      *count = 0;
      count_lanes<<<1, 32>>>(count);
      ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
      EXPECT_EQ(*count, 3 * 32);
      cudaFree(count);
    }
  }
}

constexpr int shuffle_line = __LINE__ + 4, vote_line = __LINE__ + 6;
__global__ void part_in_warp(unsigned who) {
  for (int r = 0; r < 3; ++r) {
    if (r < 2 || threadIdx.x != who) {
      __shfl_sync(~0u, r, 0);
    } else {
      __all_sync(~0u, r);
    }
  }
}

TEST(WarpsInStep, ADeadlockNamesTheLines) {
  for (const unsigned who : {0u, 1u, 17u, 31u}) {
    const std::string report = report_of([=] { part_in_warp<<<1, 32>>>(who); });
    EXPECT_NE(report.find("31 threads from"), std::string::npos) << report;
    EXPECT_NE(report.find("__shfl_sync at"), std::string::npos) << report;
    EXPECT_NE(report.find("lockstep_test.cu:" + std::to_string(shuffle_line)), std::string::npos) << report;
    EXPECT_NE(report.find("lockstep_test.cu:" + std::to_string(vote_line)), std::string::npos) << report;
  }
}

}  // namespace
