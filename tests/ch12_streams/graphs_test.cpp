#include "ch12_streams/graphs/graphs.h"

#include <cstdio>
#include <fstream>

#include "common/check.h"
#include "common/testing.h"

namespace {

using namespace graphs;

std::vector<int> numbers_of_kernels() {
  return all_or_few<int>({0, 1, 2, 1000}, {0, 1, 17});
}

TEST(Graphs, LaunchesLeaveTheirMarks) {
  for (const int kernels : numbers_of_kernels()) {
    Guarded<std::uint32_t> out = poisoned<std::uint32_t>(kernels + 1);
    const Stream stream;
    check(cudaDeviceSynchronize());
    const Job job{out.data(), kernels, test_seed()};
    launch_each(job, stream);
    stream.wait();
    std::vector<std::uint32_t> expected = marks(job);
    expected.push_back(~0u);
    EXPECT_EQ(out.to_host(), expected);
  }
}

class GraphsRung : public testing::TestWithParam<int> {
 protected:
  void SetUp() override {
    if (const std::string reason = lacking(ladder()[GetParam()].needs); !reason.empty()) GTEST_SKIP() << reason;
  }
};

TEST_P(GraphsRung, RunsEveryKernelAtEachLaunchAndNoneBefore) {
  for (const int kernels : numbers_of_kernels()) {
    Guarded<std::uint32_t> out = poisoned<std::uint32_t>(kernels + 1);
    const Stream stream;
    check(cudaDeviceSynchronize());
    const Job job{out.data(), kernels, test_seed()};
    const Made made = ladder()[GetParam()].make(job, stream);
    const GraphExec instance(made.graph);
    EXPECT_EQ(out.to_host(), std::vector<std::uint32_t>(kernels + 1, ~0u)) << "making a graph must run nothing";

    std::vector<std::uint32_t> expected = marks(job);
    expected.push_back(~0u);
    for (int launch = 0; launch < 2; ++launch) {
      out.fill_bytes(0xFF);
      check(cudaDeviceSynchronize());
      check(cudaGraphLaunch(instance, stream));
      stream.wait();
      EXPECT_EQ(out.to_host(), expected);
    }
  }
}

TEST_P(GraphsRung, HasNoMoreRootsThanChains) {
  Guarded<std::uint32_t> out = poisoned<std::uint32_t>(20);
  const Made made = ladder()[GetParam()].make({out.data(), 20, 1}, Stream());
  std::size_t nodes = 0, roots = 0;
  check(cudaGraphGetNodes(made.graph, nullptr, &nodes));
  check(cudaGraphGetRootNodes(made.graph, nullptr, &roots));
  EXPECT_EQ(nodes, 20u);
  const bool wide = ladder()[GetParam()].name == std::string("built_wide");
  EXPECT_EQ(roots, wide ? std::size_t{chains} : 1u) << "only the first kernel of a chain waits for nobody";
}

INSTANTIATE_TEST_SUITE_P(Ladder, GraphsRung, testing::Range(0, static_cast<int>(std::size(ladder()))),
                         [](const auto& info) { return std::string(ladder()[info.param].name); });

TEST(GraphsChange, ChangesOneKernelOfTheInstance) {
  Guarded<std::uint32_t> out = poisoned<std::uint32_t>(33);
  const Stream stream;
  check(cudaDeviceSynchronize());  // the stream does not wait for the default stream, which poisons
  const Job job{out.data(), 33, test_seed()};
  const Made made = rung_called("built", ladder()).make(job, stream);
  const GraphExec instance(made.graph), untouched(made.graph);
  change(instance, made.nodes[20], job, 20, 5);
  std::vector<std::uint32_t> expected = marks(job);
  check(cudaGraphLaunch(untouched, stream));
  stream.wait();
  EXPECT_EQ(out.to_host(), expected) << "another instance of the graph stays as it was";
  check(cudaGraphLaunch(instance, stream));
  stream.wait();
  expected[20] = mark(20, 5);
  EXPECT_EQ(out.to_host(), expected);
}

TEST(GraphsProgram, WritesItsCurves) {
  const std::string csv = temporary_file("graphs.csv"), svg = temporary_file("graphs.svg");
  const Ended ended = run_program({PROGRAM, "--kernels", "25", "--repeats", "1", "--csv", csv, "--svg", svg});
  EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
  EXPECT_NE(ended.out.find("change the node"), std::string::npos);
  std::ifstream table(csv);
  std::vector<std::string> lines;
  for (std::string line; std::getline(table, line);) lines.push_back(line);
  ASSERT_EQ(lines.size(), 4u) << "1, 10 and 25 kernels";
  EXPECT_EQ(lines[0], "kernels,launches,captured," +
                          std::string(compute_capability() < 90 ? "" : "captured_overlapping,") + "built,built_wide");
  EXPECT_EQ(lines[3].substr(0, 3), "25,");
  EXPECT_TRUE(std::ifstream(svg).good());
  std::remove(csv.c_str());
  std::remove(svg.c_str());
}

TEST(GraphsProgram, OneKernelIsEnough) {
  EXPECT_EQ(run_program({PROGRAM, "--kernels", "1", "--repeats", "1"}).status, 0);
}

TEST(GraphsProgram, BadInputIsAUsageError) {
  for (const auto& option : {"--kernels=0", "--kernels=-5", "--kernels=1e9"}) {
    const Ended ended = run_program({PROGRAM, option});
    EXPECT_EQ(ended.status, 2) << option;
    EXPECT_EQ(count_lines(ended.err), 1) << ended.err;
  }
}

}  // namespace
