#include "common/timer.h"

#include <gtest/gtest.h>

#include <stdexcept>

#include "common/check.h"
#include "common/device_buffer.h"

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
