#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>

#include "common/check.h"
#include "common/lesson.h"
#include "common/recorded.h"
#include "common/testing.h"
#include "common/values.h"

namespace {

std::string printed(const Report& report) {
  testing::internal::CaptureStdout();
  report.print("What to see.");
  std::fflush(stdout);
  return testing::internal::GetCapturedStdout();
}

// A report's table with this run's own times, which the emulator leaves to the files.
class TableFile {
 public:
  TableFile() { std::filesystem::remove(path_); }
  Report report(const Work& work, int repeats = 1, int warm_ups = 0) const {
    return {"", work, repeats, warm_ups, {.csv = "", .markdown = path_}};
  }
  std::string written(const Report& report) const {
    printed(report);
    std::stringstream text;
    text << std::ifstream(path_).rdbuf();
    return text.str();
  }

 private:
  std::string path_ = temporary_file("report.md");
};

TEST(Report, MeasuresARungAndComparesItWithCpuAndPeer) {
  const TableFile file;
  Report report = file.report({.bytes = 8e6}, 3, 1);
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
  const std::string text = file.written(report);
  for (const char* part : {"rung", "ms", "GB/s", "x one CPU core", "x peer", "library", "What to see."})
    EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
}

// On a GPU rungs are timed in turns with the library; the emulator's times say nothing of it.
TEST(Report, ComparesRungsWithALibraryInTurns) {
  Report report("", {}, 3, 1);
  int launches = 0, of_library = 0;
  report.writes([] {});
  const auto work = [] { check(cudaMemset(DeviceBuffer<char>(1).data(), 0, 1)); };
  report.library(
      "library", [&] { work(), ++of_library; }, [] { return 0.0; });
  report.rung(
      "rung", [&] { work(), ++launches; }, [] { return 0.0; });
  EXPECT_TRUE(report.right());
  const std::string text = printed(report);
  EXPECT_EQ(text.find("x library") == std::string::npos, emulated_device()) << text;
  EXPECT_EQ(text.find("quartiles") == std::string::npos, emulated_device()) << text;
  if (emulated_device()) {
    EXPECT_EQ(of_library, 4);
    EXPECT_EQ(launches, 4);
  } else {
    EXPECT_EQ(of_library, launches);
    EXPECT_GT(launches, 4);
  }
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
  const TableFile file;
  Report report = file.report({});
  EXPECT_EQ(file.written(report).find("CPU"), std::string::npos);
  report.cpu("reference", [] { return 1.0; });
  EXPECT_NE(file.written(report).find("The CPU: " + cpu_name() + ", one core."), std::string::npos);
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
  const TableFile file;
  Report bytes = file.report({.bytes = 3e9});
  bytes.row("rung", 2, 0);
  EXPECT_NE(file.written(bytes).find("1500.0"), std::string::npos);
  Report flops = file.report({.bytes = 1, .flops = 4e9, .items = 6e6});
  flops.row("rung", 2, 0);
  const std::string text = file.written(flops);
  EXPECT_NE(text.find("GFLOP/s"), std::string::npos);
  EXPECT_NE(text.find("2000.0"), std::string::npos) << text;
  EXPECT_NE(text.find("3.000"), std::string::npos) << text;
}

TEST(Report, PercentOfAMeasuredCeiling) {
  const TableFile file;
  Report report = file.report({.bytes = 1e6, .ceiling = Ceiling::copy});
  const double ms_at_ceiling = 1e6 / measured(Ceiling::copy) * 1e3;
  report.row("half", 2 * ms_at_ceiling, 0);
  const std::string text = file.written(report);
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

const RecordedTable of_gpu = {.lines = {{"rung", "ms", "error", "x peer"},
                                        {"first", "2", "7e-1", "0.5"},
                                        {"last", "1", "8e-1", "1.0"},
                                        {"library", "1", "", "1"}},
                              .title = "n = 100",
                              .what_to_see = "The last is faster.",
                              .source = "a GPU"};

TEST(Recorded, TimesOfAGpuStandBesideThisRunsOtherColumns) {
  const std::vector<std::vector<std::string>> here{{"rung", "error"}, {"first", "0"}, {"last", "1 WRONG"}};
  const std::vector<std::vector<std::string>> beside{{"rung", "error", "ms", "x peer"},
                                                     {"first", "0", "2", "0.5"},
                                                     {"last", "1 WRONG", "1", "1.0"},
                                                     {"library", "", "1", "1"}};
  EXPECT_EQ(beside_recorded(here, of_gpu), beside);
  // Another row, or another order: the two tables are not of the same rungs.
  EXPECT_TRUE(beside_recorded({{"rung", "error"}, {"unknown", "0"}}, of_gpu).empty());
  EXPECT_TRUE(beside_recorded({{"rung", "error"}, {"last", "0"}, {"first", "0"}}, of_gpu).empty());
  EXPECT_TRUE(beside_recorded(here, {}).empty());
}

TEST(Recorded, KnowsTimesByTheirHeadings) {
  for (const char* timed :
       {"ms", "GB/s", "% of copy ceiling", "x peer", "next ms", "in us", "cycles per load", "speed-up"})
    EXPECT_TRUE(is_timed(timed)) << timed;
  for (const char* other : {"rung", "error", "n", "blocks", "flop/byte", "users"})
    EXPECT_FALSE(is_timed(other)) << other;
  EXPECT_TRUE(is_title_of_times("Time of a step"));
  EXPECT_FALSE(is_title_of_times("96 x 96 x 96, float"));
}

// The records of the repository are read as print_table() wrote them: titles, tables, sentences.
TEST(Recorded, ReadsARecord) {
  choose_record("latency", {"--seed", "7", "--peers"});
  const RecordedTable walk = next_recorded_table("array");
  ASSERT_GE(walk.lines.size(), 5u);
  EXPECT_EQ(walk.lines[0], (std::vector<std::string>{"array", "cycles per load", "ns at the highest clock"}));
  EXPECT_NE(walk.title.find("One thread"), std::string::npos) << walk.title;
  EXPECT_NE(walk.what_to_see.find("farther"), std::string::npos) << walk.what_to_see;
  EXPECT_NE(walk.source.find("./run latency"), std::string::npos) << walk.source;
  EXPECT_TRUE(next_recorded_table("rung").lines.empty());  // the GPU prints another table here
  EXPECT_FALSE(next_recorded_table("threads").lines.empty());
  choose_record("transpose_shared", {"--precision", "double", "--rows", "5"});  // no such record: that of double
  EXPECT_NE(next_recorded_table("rung").source.find("--precision double"), std::string::npos);
  choose_record("no_such_lesson", {});
  EXPECT_TRUE(next_recorded_table("rung").lines.empty());
}

TEST(Recorded, TheEmulatorPrintsNoTimesOfItsOwn) {
  if (!emulated_device()) GTEST_SKIP() << "a GPU prints its own times";
  choose_record("no_such_lesson", {});
  Report report("", {.bytes = 3e9}, 1, 0);
  report.row("rung", 2, 0);
  const std::string text = printed(report);
  EXPECT_EQ(text.find("1500"), std::string::npos) << text;
  EXPECT_EQ(text.find("What to see"), std::string::npos) << text;
  EXPECT_NE(text.find("No GPU's times are recorded"), std::string::npos) << text;
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
