// Integers: exact.
#include "ch09_shared/barriers/barriers.h"

#include <gtest/gtest.h>

#include "common/check.h"
#include "common/testing.h"

namespace {

using barriers::Rung;

class Barriers : public testing::TestWithParam<int> {};

TEST_P(Barriers, NumbersMatchReference) {
  const Rung& rung = barriers::ladder()[GetParam()];
  for (const int groups : {1, 2, 5})
    for (const int rounds : {0, 1, 2, 3, 9})
      for (const barriers::Steps steps : {barriers::Steps{0, 0}, {1, 0}, {2, 5}}) {
        SCOPED_TRACE(std::to_string(groups) + " groups, " + std::to_string(rounds) + " rounds, " +
                     std::to_string(steps.least) + " and " + std::to_string(steps.extra) + " steps");
        const std::vector<unsigned> expected = barriers::run_cpu(groups, rounds, steps);
        Guarded<unsigned> d_y = poisoned<unsigned>(expected.size());

        rung.run(d_y.data(), groups, rounds, steps);

        EXPECT_EQ(d_y.to_host(), expected);
      }
}

// What is compared is the same number of threads on a multiprocessor, so no more blocks may fit.
TEST_P(Barriers, AGroupIsAllThatFits) {
  const Rung& rung = barriers::ladder()[GetParam()];
  EXPECT_EQ(rung.resident() * rung.threads, barriers::group);
}

TEST_P(Barriers, LaunchThatFailsThrows) {
  EXPECT_THROW(barriers::ladder()[GetParam()].run(nullptr, 0, 1, {1, 0}), CudaError) << "an empty grid";
}

INSTANTIATE_TEST_SUITE_P(Ladder, Barriers, testing::Range(0, int(std::size(barriers::ladder()))),
                         [](const auto& info) { return std::string(barriers::ladder()[info.param].name); });

// In each round one warp of eight has the extra steps, and each has them in one round of eight.
TEST(BarriersSteps, EveryWarpHasItsTurn) {
  for (unsigned k = 0; k < 3; ++k) {
    int of_warp = 0, of_round = 0;
    for (unsigned other = 0; other < 8; ++other) {
      of_warp += barriers::steps_of({1, 10}, k, static_cast<int>(other));
      of_round += barriers::steps_of({1, 10}, other, static_cast<int>(k));
    }
    EXPECT_EQ(of_warp, 18);
    EXPECT_EQ(of_round, 18);
  }
}

TEST(BarriersProgram, ShowsEveryRungTwice) {
  const Ended ended = run_program({PROGRAM, "--rounds", "2", "--extra", "8", "--repeats", "1"});
  EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
  for (const Rung& rung : barriers::ladder()) {
    const std::size_t first = ended.out.find(std::string("\n") + rung.name + " ");
    EXPECT_NE(ended.out.find(std::string("\n") + rung.name + " ", first + 1), std::string::npos) << ended.out;
  }
}

TEST(BarriersProgram, AnswersBadInputWithOneLine) {
  for (const std::vector<std::string>& options : {std::vector<std::string>{"--rounds", "0"}, {"--extra", "7"}}) {
    const Ended ended = run_program({PROGRAM, options[0], options[1]});
    EXPECT_EQ(ended.status, 2);
    EXPECT_EQ(count_lines(ended.err), 1) << ended.err;
  }
}

}  // namespace
