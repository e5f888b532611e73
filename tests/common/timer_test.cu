#include "common/timer.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <stdexcept>
#include <string>
#include <thread>

#include "common/check.h"
#include "common/owners.h"
#include "common/queue_gate.h"
#include "common/testing.h"

namespace {

__global__ void count_kernel(unsigned long long steps, unsigned* result) {
  unsigned x = threadIdx.x;
  for (unsigned long long i = 0; i < steps; ++i) x = x * 1664525u + 1013904223u;
  *result = x;
}

TEST(Median, IsTheMiddleOrTheMeanOfTheTwoInTheMiddle) {
  EXPECT_EQ(median({3, 1, 2}), 2);
  EXPECT_EQ(median({4, 1, 3, 2}), 2.5);
  EXPECT_EQ(median({7}), 7);
  EXPECT_THROW(median({}), std::invalid_argument);
}

TEST(GpuTimer, LongerWorkTakesLonger) {
  DeviceBuffer<unsigned> result(1);
  const auto time = [&](unsigned long long steps) {
    return median_ms(
        [&] {
          count_kernel<<<1, 1>>>(steps, result.data());
          check(cudaGetLastError());
        },
        5);
  };
  const double brief = time(20'000), lengthy = time(20'000'000);
  EXPECT_GT(brief, 0);
  EXPECT_GT(lengthy, 5 * brief);
}

TEST(GpuTimer, RunsWarmUpsAndRepeats) {
  int launches = 0;
  median_ms([&] { ++launches; }, 7, 2);
  EXPECT_EQ(launches, 9);
  median_host_ms([&] { ++launches; }, 3, 1);
  EXPECT_EQ(launches, 13);
}

TEST(GpuTimer, WorkThatTakesLongIsTimedFiveTimes) {
  EXPECT_EQ(timed_executions(21, 0), 21);
  EXPECT_EQ(timed_executions(21, 23), 21);
  EXPECT_EQ(timed_executions(21, 50), 10);
  EXPECT_EQ(timed_executions(21, 100), 5);
  EXPECT_EQ(timed_executions(21, 1e9), 5);
  EXPECT_EQ(timed_executions(3, 1e9), 3);

  int launches = 0;
  const auto long_work = [&] {
    ++launches;
    std::this_thread::sleep_for(std::chrono::milliseconds(120));
  };
  EXPECT_GE(median_ms(long_work, 21, 5), 0);
  EXPECT_EQ(launches, 2 + 5);
  EXPECT_GE(median_host_ms(long_work, 21, 5), 120);
  EXPECT_EQ(launches, 2 * (2 + 5));
}

// However often the work runs, its output is spoiled before its first and before its last launch.
TEST(GpuTimer, SpoilsAheadOfTheFirstAndOfTheLastLaunch) {
  struct Case {
    int ms, warm_ups, launches;
  };
  for (const Case& c : {Case{0, 2, 5}, Case{0, 0, 3}, Case{120, 5, 2 + 3}}) {
    int launches = 0, restored = 0;
    std::vector<int> spoiled;
    median_ms(
        [&] {
          ++launches;
          std::this_thread::sleep_for(std::chrono::milliseconds(c.ms));
        },
        3, c.warm_ups, {.each = [&] { ++restored; }, .first_and_last = [&] { spoiled.push_back(launches); }});
    EXPECT_EQ(spoiled, (std::vector<int>{0, launches - 1})) << c.ms << " ms, " << c.warm_ups << " warm-ups";
    EXPECT_EQ(launches, c.launches);
    EXPECT_EQ(restored, launches);
  }
}

// A host that is slow to enqueue does not make the device slow.
TEST(GpuTimer, TheHostsTimeIsNotTheDevices) {
  if (emulated_device()) GTEST_SKIP() << "the emulator runs work when it is submitted: nothing can be held back";
  if (sanitized()) GTEST_SKIP() << "compute-sanitizer may wait for every kernel";
  DeviceBuffer<unsigned> result(1);
  const Times times = median_times(
      [&] {
        count_kernel<<<1, 1>>>(1000, result.data());
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        count_kernel<<<1, 1>>>(1000, result.data());
        check(cudaGetLastError());
      },
      5);
  EXPECT_GE(times.host, 20);
  EXPECT_LT(times.device, 5);
  EXPECT_FALSE(times.waits);
}

// The queue that is held closed for work that waits for it must open by itself.
TEST(GpuTimer, WorkThatWaitsForTheDeviceInsideEnds) {
  DeviceBuffer<unsigned> result(1);
  const CpuTimer whole;
  const Times times = median_times(
      [&] {
        count_kernel<<<1, 1>>>(1000, result.data());
        check(cudaDeviceSynchronize());
      },
      21);
  EXPECT_EQ(times.waits, !emulated_device());
  EXPECT_GT(times.device, 0);
  if (!sanitized()) {
    EXPECT_LT(times.device, 50) << "the gate's time limit is not the work's time";
  }
  EXPECT_LT(whole.ms(), 20'000);
}

// More kernels than any queue holds: 1024 today. Under compute-sanitizer a launch takes milliseconds, so there are not
// many more, and all of them come once.
TEST(GpuTimer, WorkThatOverfillsTheQueueEnds) {
  const int launches = sanitized() ? 1200 : 5000, repeats = sanitized() ? 1 : 3, warm_ups = sanitized() ? 0 : 1;
  DeviceBuffer<unsigned> result(1);
  const Times times = median_times(
      [&] {
        for (int i = 0; i < launches; ++i) count_kernel<<<1, 1>>>(1, result.data());
        check(cudaGetLastError());
      },
      repeats, warm_ups);
  EXPECT_GT(times.device, 0);
}

// The library comes first in each pair, and both are launched equally often.
TEST(AlternatingRatio, LaunchesInTurns) {
  std::string order;
  const Ratio ratio = alternating_ratio([&] { order += 'm'; }, [&] { order += 'l'; }, 5);
  ASSERT_EQ(order.size() % 2, 0u);
  for (std::size_t i = 0; i < order.size(); ++i) ASSERT_EQ(order[i], i % 2 == 0 ? 'l' : 'm');
  EXPECT_GE(ratio.pairs, 5);
  EXPECT_GE(order.size() / 2, static_cast<std::size_t>(ratio.pairs));
}

TEST(AlternatingRatio, IsTheSpeedAsAMultipleOfTheLibrarys) {
  DeviceBuffer<unsigned> result(1);
  const auto work = [&](unsigned long long steps) {
    return [&result, steps] {
      count_kernel<<<1, 1>>>(steps, result.data());
      check(cudaGetLastError());
    };
  };
  const Ratio ratio = alternating_ratio(work(200'000), work(800'000), 5);
  if (!sanitized()) {  // under compute-sanitizer the launches take longer than the kernels
    EXPECT_GT(ratio.median, 1.5);
  }
  EXPECT_LE(ratio.lower, ratio.median);
  EXPECT_LE(ratio.median, ratio.upper);
}

// Two threads play the host, which opens the gate, and a stream, which waits at it.
TEST(QueueGate, TheStreamWaitsUntilTheHostOpensIt) {
  TimedWait gate(std::chrono::minutes(5));
  std::atomic<bool> passed = false;
  std::thread stream([&] {
    gate.wait();
    passed = true;
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_FALSE(passed);
  gate.open();
  stream.join();
  EXPECT_FALSE(gate.ran_out());
}

TEST(QueueGate, OpensByItselfAtItsLimit) {
  TimedWait gate(std::chrono::milliseconds(20));
  const CpuTimer timer;
  std::thread([&] { gate.wait(); }).join();
  EXPECT_GE(timer.ms(), 20);
  EXPECT_TRUE(gate.ran_out());
}

TEST(QueueGate, HoldsNothingWhereWorkRunsOnTheThreadThatEnqueuesIt) {
  TimedWait gate(std::chrono::minutes(5));
  gate.wait();
  EXPECT_FALSE(gate.ran_out());
}

TEST(GpuTimer, AFailingLaunchIsNotTimed) {
  EXPECT_THROW(median_ms(
                   [] {
                     count_kernel<<<1, 4096>>>(1, nullptr);
                     check(cudaGetLastError());
                   },
                   3),
               CudaError);
}

}  // namespace
