#include "common/report.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <stdexcept>
#include <string>

#include "common/check.h"
#include "common/compare.h"
#include "common/cpu.h"
#include "common/device.h"

namespace {

std::string printed(const Report& report) {
  testing::internal::CaptureStdout();
  report.print("What to see.");
  std::fflush(stdout);
  return testing::internal::GetCapturedStdout();
}

TEST(Report, MeasuresARungAndComparesItWithCpuAndPeer) {
  Report report("", {.bytes = 8e6}, 3, 1);
  int launches = 0, restores = 0;
  report.writes([] {});
  report.cpu("CPU", [] { return 1.0; });
  report.rung(
      "rung",
      [&] {
        ++launches;
        check(cudaDeviceSynchronize());
      },
      [] { return 0.0; }, [&] { ++restores; });
  report.peer(
      "library", [] { check(cudaDeviceSynchronize()); }, [] { return 0.0; });
  EXPECT_EQ(launches, 4);
  EXPECT_EQ(restores, 4);
  EXPECT_GE(report.ms("rung"), 0);
  EXPECT_TRUE(std::isnan(report.ms("no such row")));
  EXPECT_TRUE(report.right());
  const std::string text = printed(report);
  for (const char* part : {"rung", "ms", "GB/s", "x one CPU core", "x peer", "library", "What to see."})
    EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
}

// A rung that does nothing leaves the result of the one before: it must still be reported as wrong.
TEST(Report, ARungThatWritesNothingIsWrong) {
  Report report("", {}, 3, 1);
  DeviceBuffer<int> d_y(100);
  report.writes(d_y);
  const std::vector<int> expected(100, 7);
  const auto write = [&] { d_y.copy_from(expected); };
  const auto error = [&] { return mismatches(d_y.to_host(), expected); };
  report.rung("writes", write, error);
  EXPECT_TRUE(report.right());
  report.rung(
      "writes nothing", [] {}, error);
  EXPECT_FALSE(report.right());
}

// Only a warm-up is right: the timed runs are checked, so this is wrong too.
TEST(Report, ATimedRunThatWritesNothingIsWrong) {
  for (const int warm_ups : {0, 1, 2}) {
    Report report("", {}, 3, warm_ups);
    DeviceBuffer<int> d_y(100);
    report.writes(d_y);
    const std::vector<int> expected(100, 7);
    int launches = 0;
    report.rung(
        "first one only",
        [&] {
          if (launches++ == 0) d_y.copy_from(expected);
        },
        [&] { return mismatches(d_y.to_host(), expected); });
    EXPECT_FALSE(report.right()) << warm_ups;
  }
}

// before may restore an input that is also the output: it comes after the spoiling.
TEST(Report, WorkInPlaceIsRestoredAfterItIsSpoiled) {
  Report report("", {}, 2, 1);
  const std::vector<int> input(100, 7);
  DeviceBuffer<int> d_y(100);
  report.writes(d_y);
  report.rung(
      "in place", [] {}, [&] { return mismatches(d_y.to_host(), input); }, [&] { d_y.copy_from(input); });
  EXPECT_TRUE(report.right());
}

TEST(Report, WantsToKnowWhatARungWrites) {
  Report report("", {}, 1, 0);
  EXPECT_THROW(report.rung(
                   "rung", [] {}, [] { return 0.0; }),
               std::logic_error);
}

TEST(Report, NamesTheCpu) {
  EXPECT_FALSE(cpu_name().empty());
  Report report("", {}, 1, 0);
  EXPECT_EQ(printed(report).find("CPU"), std::string::npos);
  report.cpu("reference", [] { return 1.0; });
  EXPECT_NE(printed(report).find("The CPU: " + cpu_name() + ", one core."), std::string::npos) << printed(report);
}

// On a GPU the time of work that waits includes the host's part: the table says so.
TEST(Report, SaysWhatWaitsInside) {
  if (emulated_device()) GTEST_SKIP() << "the emulator runs work when it is submitted: nothing waits";
  Report report("", {}, 3, 1);
  report.writes([] {});
  report.rung(
      "impatient", [] { check(cudaDeviceSynchronize()); }, [] { return 0.0; });
  EXPECT_NE(printed(report).find("impatient waits for the device inside"), std::string::npos) << printed(report);
}

TEST(Report, RatesCountBytesOrFlops) {
  Report bytes("", {.bytes = 3e9}, 1, 0);
  bytes.row("rung", 2, 0);
  EXPECT_NE(printed(bytes).find("1500.0"), std::string::npos);
  Report flops("", {.bytes = 1, .flops = 4e9, .items = 6e6}, 1, 0);
  flops.row("rung", 2, 0);
  const std::string text = printed(flops);
  EXPECT_NE(text.find("GFLOP/s"), std::string::npos);
  EXPECT_NE(text.find("2000.0"), std::string::npos) << text;
  EXPECT_NE(text.find("3.000"), std::string::npos) << text;
}

TEST(Report, PercentOfAMeasuredCeiling) {
  Report report("", {.bytes = 1e6, .ceiling = Ceiling::copy}, 1, 0);
  const double ms_at_ceiling = 1e6 / measured(Ceiling::copy) * 1e3;
  report.row("half", 2 * ms_at_ceiling, 0);
  const std::string text = printed(report);
  EXPECT_NE(text.find("% of copy ceiling"), std::string::npos) << text;
  EXPECT_NE(text.find(" 50.0"), std::string::npos) << text;
}

TEST(Report, ErrorsBeyondTheBoundAndNaNAreWrong) {
  for (const double error : {2e-6, std::nan(""), static_cast<double>(INFINITY)}) {
    Report report("", {.bound = 1e-6}, 1, 0);
    report.row("good", 1, 1e-6);
    EXPECT_TRUE(report.right());
    report.row("bad", 1, error);
    EXPECT_FALSE(report.right());
    EXPECT_NE(printed(report).find("WRONG"), std::string::npos);
  }
}

TEST(Report, ASkippedRungSaysWhyAndIsNotWrong) {
  Report report("", {}, 1, 0);
  report.skip("bulk", "needs compute capability 9.0");
  EXPECT_TRUE(report.right());
  EXPECT_NE(printed(report).find("skipped: needs compute capability 9.0"), std::string::npos);
}

TEST(Ceilings, EveryRateIsPositiveFiniteAndRemembered) {
  for (const Ceiling ceiling :
       {Ceiling::read, Ceiling::copy, Ceiling::fp32, Ceiling::fp64, Ceiling::host_to_device, Ceiling::device_to_host}) {
    const double rate = measured(ceiling);
    EXPECT_GT(rate, 1e6) << ceiling_name(ceiling);
    EXPECT_LT(rate, 1e15) << ceiling_name(ceiling);
    EXPECT_EQ(measured(ceiling), rate);
  }
  EXPECT_THROW(measured(Ceiling::none), std::invalid_argument);
}

}  // namespace
