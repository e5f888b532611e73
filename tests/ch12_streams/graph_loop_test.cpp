#include "ch12_streams/graph_loop/graph_loop.h"

#include "common/testing.h"
#include "common/values.h"

namespace {

using namespace graph_loop;

TEST(GraphLoopReference, CountsKnownSteps) {
  EXPECT_EQ(steps_cpu({1, 2, 3, 6, 7, 27}), (std::vector<std::uint32_t>{0, 1, 7, 8, 16, 111}));
}

// Under a sanitizer a step takes milliseconds, so there are only a few.
const std::uint32_t most_start_here = sanitized() ? 20 : most_start;

class GraphLoop : public testing::TestWithParam<int> {
 protected:
  void SetUp() override {
    if ((sanitized_by("memcheck") || sanitized_by("synccheck")) &&
        std::string(ladder()[GetParam()].name) == "while_node")
      GTEST_SKIP()
          << "of CUDA 13.0, memcheck calls accesses in a conditional node's body out of bounds, and says in its "
             "next line that they are inside the array; synccheck reports a barrier there that it accepts when "
             "the host launches the same kernel";
  }
  void expect_steps(const std::vector<std::uint32_t>& start) {
    const Guarded<std::uint32_t> d_start(start);
    Guarded<std::uint32_t> d_x = poisoned<std::uint32_t>(start.size()), d_steps = poisoned<std::uint32_t>(start.size());
    Guarded<int> d_running = poisoned<int>(1);
    const Task task{d_start.data(), d_x.data(), d_steps.data(), d_running.data(), start.size()};
    const Stream stream;
    check(cudaDeviceSynchronize());
    const auto run = ladder()[GetParam()].prepare(task, stream);
    stream.wait();
    EXPECT_EQ(d_steps.to_host(), std::vector<std::uint32_t>(start.size(), ~0u)) << "preparing must run nothing";
    for (int time = 0; time < 2; ++time) {  // a prepared loop starts again
      d_steps.fill_bytes(poison);
      check(cudaDeviceSynchronize());
      run();
      check(cudaDeviceSynchronize());
      EXPECT_EQ(d_steps.to_host(), steps_cpu(start)) << start.size() << " numbers";
      EXPECT_EQ(d_x.to_host(), std::vector<std::uint32_t>(start.size(), 1));
      EXPECT_EQ(d_running.to_host(), std::vector<int>{0});
    }
    EXPECT_EQ(d_start.to_host(), start) << "the input was changed";
  }
};

TEST_P(GraphLoop, EveryNumberTakesItsStepsAtAwkwardSizes) {
  for (const std::size_t n : all_or_few<std::size_t>({0, 1, 31, 33, 255, 256, 257, 1023}, {0, 33, 257}))
    expect_steps(random_integers<std::uint32_t>(n, 1, most_start_here, test_seed()));
}

TEST_P(GraphLoop, TheLoopEndsWhereItShould) {
  expect_steps({1});        // nothing to do
  expect_steps({2});        // one turn
  expect_steps({1 << 16});  // 16 turns: the second rung checks after each 16
  expect_steps({1 << 16, 1, 3});
  expect_steps(std::vector<std::uint32_t>(600, 1));
  std::vector<std::uint32_t> late(600, 1);
  late[599] = sanitized() ? 18 : 77031;  // 20 or 350 steps, in the last block
  expect_steps(late);
}

INSTANTIATE_TEST_SUITE_P(Ladder, GraphLoop, testing::Range(0, static_cast<int>(std::size(ladder()))),
                         [](const auto& info) { return std::string(ladder()[info.param].name); });

TEST(GraphLoopProgram, ShowsEveryWay) {
  for (const auto& n : all_or_few<std::string>({"0", "1", "300"}, {"0"})) {
    const Ended ended = run_program({PROGRAM, "--n", n, "--repeats", "1"});
    EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
    for (const Rung& rung : ladder()) EXPECT_NE(ended.out.find(rung.name), std::string::npos) << rung.name;
  }
}

TEST(GraphLoopProgram, BadInputIsAUsageError) {
  for (const auto& option : {"--n=-1", "--n=1e9", "--nonsense"}) {
    const Ended ended = run_program({PROGRAM, option});
    EXPECT_EQ(ended.status, 2) << option;
    EXPECT_EQ(count_lines(ended.err), 1) << ended.err;
  }
}

}  // namespace
