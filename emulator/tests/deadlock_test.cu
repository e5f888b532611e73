// Grids whose threads only spin: those that never end are reported, those that are slow are not.
#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <string>
#include <thread>

namespace {

// Before the emulator reads them: a short time limit, and a device that holds 16 blocks of 256 threads.
[[maybe_unused]] const bool settings = [] {
  setenv("CUDA_EMULATOR_DEADLOCK_SECONDS", "0.4", 1);
  setenv("CUDA_EMULATOR_MULTIPROCESSORS", "2", 1);
  return true;
}();
constexpr std::chrono::milliseconds long_enough{1200};

class Deadlock : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(cudaMalloc(&words_, words * sizeof(int)), cudaSuccess);
    ASSERT_EQ(cudaMemset(words_, 0, words * sizeof(int)), cudaSuccess);
  }
  void TearDown() override {
    EXPECT_EQ(cudaDeviceReset(), cudaSuccess);
    cudaGetLastError();
  }
  int word(int i) {
    int value = -1;
    EXPECT_EQ(cudaMemcpy(&value, words_ + i, sizeof value, cudaMemcpyDeviceToHost), cudaSuccess);
    return value;
  }

  // Runs f, which launches a kernel, and returns the report.
  template <class F>
  std::string report_of(F f, cudaError_t expected) {
    testing::internal::CaptureStderr();
    f();
    EXPECT_EQ(cudaDeviceSynchronize(), expected);
    return testing::internal::GetCapturedStderr();
  }

  static constexpr int words = 1024;
  int* words_ = nullptr;
};

void expect_contains(const std::string& text, const std::string& part) {
  EXPECT_NE(text.find(part), std::string::npos) << "'" << part << "' is not in:\n" << text;
}
std::string at_line(int line) {
  return "deadlock_test.cu:" + std::to_string(line);
}

constexpr int ask_line = __LINE__ + 4, meet_line = __LINE__ + 7;
__global__ void wait_for_flag(const volatile int* flag, int* out) {
  if (threadIdx.x == 3) {
    // As in many programs: no thread sets the flag.
    while (*flag == 0) {
    }
  }
  __syncthreads();
  out[threadIdx.x] = 1;
}
TEST_F(Deadlock, FlagThatIsNeverSet) {
  const std::string report = report_of([&] { wait_for_flag<<<2, 32>>>(words_, words_ + 1); }, cudaErrorLaunchTimeout);
  expect_contains(report, "kernel wait_for_flag, block (0,0,0): deadlock: nothing has changed for 0.4 s");
  expect_contains(report, "1 thread (3,0,0) in a spin loop at ");
  expect_contains(report, at_line(ask_line));
  expect_contains(report, "31 threads from (0,0,0) to (31,0,0) in __syncthreads at ");
  expect_contains(report, at_line(meet_line));
  expect_contains(report, "  2 blocks run and wait\n");
}

constexpr int lock_line = __LINE__ + 2;
__global__ void meet_inside_lock(int* lock, int* out) {
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  __syncthreads();
  ++*out;
  atomicExch(lock, 0);
}
TEST_F(Deadlock, BarrierInsideALock) {
  const std::string report =
      report_of([&] { meet_inside_lock<<<1, 64>>>(words_, words_ + 1); }, cudaErrorLaunchTimeout);
  expect_contains(report, "63 threads from (1,0,0) to (63,0,0) in a spin loop at ");
  expect_contains(report, at_line(lock_line));
  expect_contains(report, "1 thread (0,0,0) in __syncthreads at ");
}

// Threads are scheduled independently since Volta, so this ends.
__global__ void lock_in_turn(int* lock, int* sum) {
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  *sum = *sum + 1;
  __threadfence();
  atomicExch(lock, 0);
}
TEST_F(Deadlock, NotALockThatLanesTakeInTurn) {
  EXPECT_EQ(report_of([&] { lock_in_turn<<<8, 256>>>(words_, words_ + 1); }, cudaSuccess), "");
  EXPECT_EQ(word(1), 8 * 256);
}

__global__ void meet_by_hand(int* arrived, int* out) {
  __syncthreads();
  if (threadIdx.x == 0) {
    atomicAdd(arrived, 1);
    while (atomicAdd(arrived, 0) < static_cast<int>(gridDim.x)) {
    }
  }
  __syncthreads();
  out[blockIdx.x] = 1;
}
TEST_F(Deadlock, NotABarrierOfBlocksThatTheDeviceHolds) {
  EXPECT_EQ(report_of([&] { meet_by_hand<<<16, 256>>>(words_, words_ + 1); }, cudaSuccess), "");
  EXPECT_EQ(word(0), 16);
}
TEST_F(Deadlock, BarrierOfMoreBlocksThanTheDeviceHolds) {
  const std::string report = report_of([&] { meet_by_hand<<<17, 256>>>(words_, words_ + 1); }, cudaErrorLaunchTimeout);
  expect_contains(report, "kernel meet_by_hand, block (0,0,0): deadlock");
  expect_contains(report,
                  "  16 blocks run and wait, as many as the device holds at once; they may wait for blocks that "
                  "have not started: 1\n");
}

constexpr int poll_line = __LINE__ + 4;
__global__ void poll_in_body(const volatile int* flag, int* out) {
  bool done = false;
  unsigned work = 0;
  while (!done) {
    if (*flag != 0) done = true;
    work = work == 7 ? 0 : work + 1;
  }
  out[threadIdx.x] = static_cast<int>(work);
}
TEST_F(Deadlock, PollInTheBodyOfALoop) {
  const std::string report = report_of([&] { poll_in_body<<<1, 32>>>(words_, words_ + 1); }, cudaErrorLaunchTimeout);
  expect_contains(report, "32 threads from (0,0,0) to (31,0,0) in a spin loop at ");
  expect_contains(report, at_line(poll_line));
}

// The warp's lock is never free, and its lanes meet in every turn.
__global__ void lock_of_a_warp(int* lock, int* out) {
  int mine = 0;
  while (true) {
    if (threadIdx.x == 0) mine = atomicCAS(lock, 1, 2) == 1;
    mine = __shfl_sync(~0u, mine, 0);
    if (__ballot_sync(~0u, mine) == ~0u) break;
  }
  out[threadIdx.x] = 1;
}
TEST_F(Deadlock, LockOfAWarpThatIsNeverFree) {
  expect_contains(report_of([&] { lock_of_a_warp<<<1, 32>>>(words_, words_ + 1); }, cudaErrorLaunchTimeout),
                  "kernel lock_of_a_warp, block (0,0,0): deadlock: nothing has changed for 0.4 s");
}

__global__ void meet_for_ever(const volatile int* flag, int* out) {
  do {
    __syncthreads();
  } while (*flag == 0);
  out[threadIdx.x] = 1;
}
TEST_F(Deadlock, BarrierInALoopThatPolls) {
  expect_contains(report_of([&] { meet_for_ever<<<1, 64>>>(words_, words_ + 1); }, cudaErrorLaunchTimeout),
                  "kernel meet_for_ever, block (0,0,0): deadlock: nothing has changed for 0.4 s");
}

// One of three warpgroups gives registers away, the others take them: a block of 384 threads has 168 for each.
template <int given, int taken>
__global__ void __launch_bounds__(384, 1) move_registers(int* out) {
  if (threadIdx.x < 128) {
    asm volatile("setmaxnreg.dec.sync.aligned.u32 %0;" ::"n"(given));
  } else {
    asm volatile("setmaxnreg.inc.sync.aligned.u32 %0;" ::"n"(taken));
    out[threadIdx.x] = 1;
  }
}
TEST_F(Deadlock, MoreRegistersThanTheBlockHas) {
  expect_contains(report_of([&] { move_registers<40, 240><<<1, 384>>>(words_); }, cudaErrorLaunchTimeout),
                  "block (0,0,0): deadlock: nothing has changed for 0.4 s");
}
TEST_F(Deadlock, NotAsManyRegistersAsWereGiven) {
  EXPECT_EQ(report_of([&] { move_registers<40, 232><<<2, 384>>>(words_); }, cudaSuccess), "");
  EXPECT_EQ(word(383), 1);
}

// ---- grids that only take long ----
__global__ void wait_for_slow_block(volatile int* flag, double* out, int turns) {
  if (blockIdx.x == 0) {
    while (*flag == 0) {
    }
  } else {
    double x = 1;
    for (int i = 0; i < turns; ++i) x = x * 1.0000001 + 1e-9;
    *out = x;
    __threadfence();
    *flag = 1;
  }
}
TEST_F(Deadlock, NotABlockThatComputes) {
  auto* const out = reinterpret_cast<double*>(words_ + 2);
  EXPECT_EQ(report_of([&] { wait_for_slow_block<<<2, 1>>>(words_, out, 300'000'000); }, cudaSuccess), "");
}

__global__ void wait_for_clock(long long ticks) {
  const long long start = clock64();
  while (clock64() - start < ticks) {
  }
}
TEST_F(Deadlock, NotAWaitForTimeToPass) {
  EXPECT_EQ(report_of([] { wait_for_clock<<<1, 1>>>(4'000'000'000); }, cudaSuccess), "");
}

__global__ void give_up_after(const volatile int* flag, int turns) {
  for (int i = 0; *flag == 0 && i < turns; ++i) {
  }
}
TEST_F(Deadlock, NotALoopThatCountsItsTurns) {
  EXPECT_EQ(report_of([&] { give_up_after<<<1, 32>>>(words_, 600'000); }, cudaSuccess), "");
}

__global__ void count_in_memory(volatile int* count, int turns) {
  while (*count < turns) *count = *count + 1;
}
TEST_F(Deadlock, NotALoopThatCountsInMemory) {
  EXPECT_EQ(report_of([&] { count_in_memory<<<1, 1>>>(words_, 500'000); }, cudaSuccess), "");
  EXPECT_EQ(word(0), 500'000);
}

__global__ void wait_for_host(const volatile int* flag) {
  while (*flag == 0) {
  }
}
TEST_F(Deadlock, NotASlowHost) {
  int* flag = nullptr;
  ASSERT_EQ(cudaHostAlloc(&flag, sizeof *flag, cudaHostAllocMapped), cudaSuccess);
  *flag = 0;
  const auto wait_and_set = [=] {
    std::this_thread::sleep_for(long_enough);
    *static_cast<volatile int*>(flag) = 1;
  };
  EXPECT_EQ(report_of(
                [=] {
                  wait_for_host<<<1, 1>>>(flag);
                  wait_and_set();
                },
                cudaSuccess),
            "");
  *flag = 0;
  std::thread other;
  EXPECT_EQ(report_of(
                [&] {
                  wait_for_host<<<1, 1>>>(flag);
                  other = std::thread(wait_and_set);
                },
                cudaSuccess),
            "");
  other.join();
  *flag = 0;
  expect_contains(report_of([=] { wait_for_host<<<1, 1>>>(flag); }, cudaErrorLaunchTimeout), "deadlock");
}

}  // namespace
