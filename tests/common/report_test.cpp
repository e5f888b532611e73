#include "common/report.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "common/check.h"

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
  for (const char* part : {"rung", "ms", "GB/s", "speed-up", "x peer", "library", "What to see."})
    EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
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
