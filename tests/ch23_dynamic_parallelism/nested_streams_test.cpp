// Elements and sums are exact. A last grid that starts too early, or a child that is lost, has another sum.
#include "ch23_dynamic_parallelism/nested_streams/nested_streams.h"

#include "common/testing.h"
#include "common/timer.h"
#include "common/values.h"

namespace {

using namespace nested_streams;

class NestedStreams : public testing::TestWithParam<int> {};

TEST_P(NestedStreams, TheLastGridSeesWhatAllChildrenHaveWritten) {
  for (const int children : all_or_few<int>({1, 2, 7, most_children}, {2})) {
    for (const int steps : {0, 1, 1000}) {
      const std::vector<std::uint32_t> x =
          random_integers<std::uint32_t>(std::size_t(children) * part, 0, 0xffffffff, test_seed());
      const Guarded<std::uint32_t> d_x(x);
      Guarded<std::uint32_t> d_y = poisoned<std::uint32_t>(x.size());
      Guarded<Result> d_result = poisoned<Result>(1);

      ladder()[GetParam()].run(d_x.data(), d_y.data(), d_result.data(), children, steps);

      const std::vector<std::uint32_t> expected = advanced_cpu(x, steps);
      EXPECT_EQ(d_y.to_host(), expected) << children << " children, " << steps << " steps";
      const Result result = d_result.to_host()[0];
      EXPECT_EQ(result.sum, sum_cpu(expected)) << children << " children, " << steps << " steps";
      EXPECT_EQ(result.error, 0u);
      EXPECT_EQ(d_x.to_host(), x) << "the input was changed";
    }
  }
}

TEST_P(NestedStreams, ChildrenRunSideBySideOnlyOutsideOfTheNullStream) {
  if (const std::string reason = no_hardware(); !reason.empty()) GTEST_SKIP() << reason;
  if (watched()) GTEST_SKIP() << "a tool makes kernels wait";
  constexpr int children = 8, steps = 1'000'000;
  const DeviceBuffer<std::uint32_t> d_x(std::vector<std::uint32_t>(children * part, 1));
  DeviceBuffer<std::uint32_t> d_y(children * part);
  DeviceBuffer<Result> d_result(1);
  const Rung& rung = ladder()[GetParam()];
  const auto one = [&] { one_child(d_x.data(), d_y.data(), steps); };
  const auto all = [&] { rung.run(d_x.data(), d_y.data(), d_result.data(), children, steps); };
  const double times_of_one = 1 / alternating_ratio(all, one, 5).median;
  if (std::string(rung.name) == "null_stream") {
    EXPECT_GT(times_of_one, 0.9 * children);
  } else {
    EXPECT_LT(times_of_one, 0.5 * children);
  }
}

INSTANTIATE_TEST_SUITE_P(Ladder, NestedStreams, testing::Range(0, static_cast<int>(std::size(ladder()))),
                         [](const auto& info) { return std::string(ladder()[info.param].name); });

TEST(NestedStreamsProgram, ShowsEveryRung) {
  const Ended ended = run_program({PROGRAM, "--children", "3", "--steps", "9", "--repeats", "1"});
  EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
  for (const Rung& rung : ladder()) EXPECT_NE(ended.out.find(rung.name), std::string::npos) << rung.name;
}

TEST(NestedStreamsProgram, BadInputIsAUsageError) {
  for (const auto& option : {"--children=0", "--children=65", "--steps=-1"}) {
    const Ended ended = run_program({PROGRAM, option});
    EXPECT_EQ(ended.status, 2) << option;
    EXPECT_EQ(count_lines(ended.err), 1) << ended.err;
  }
}

}  // namespace
