// Integers: exact.
#include "ch05_timing/cores/cores.h"

#include <gtest/gtest.h>

#include "common/owners.h"
#include "common/testing.h"
#include "common/values.h"

namespace {

constexpr int steps_in_test[] = {0, 1, 5};

std::vector<unsigned> numbers(std::size_t n) {
  return random_integers<unsigned>(n, 1, 1'000'000'000, test_seed());
}

class Cores : public testing::TestWithParam<std::tuple<int, std::size_t>> {};
class CoresOfHost : public Cores {};

TEST_P(Cores, NumbersMatchReference) {
  const auto [rung, n] = GetParam();
  // One thread for all of them: a size that is a second on a GPU is minutes under a tool.
  if (const std::string reason = too_many_here(n, 100'000); !reason.empty()) GTEST_SKIP() << reason;
  const std::vector<unsigned> x = numbers(n);
  for (const int steps : steps_in_test) {
    const Guarded<unsigned> d_x(x);
    Guarded<unsigned> d_y = poisoned<unsigned>(n);

    cores::ladder()[rung].run(d_x.data(), d_y.data(), n, steps);

    EXPECT_EQ(d_y.to_host(), cores::steps_cpu(x, steps)) << steps << " steps";
    EXPECT_EQ(d_x.to_host(), x) << "the input was changed";
  }
}

TEST_P(CoresOfHost, NumbersMatchReferenceAndNothingElseIsWritten) {
  const auto [rung, n] = GetParam();
  const std::vector<unsigned> x = numbers(n);
  constexpr std::size_t beyond = 64;
  for (const int steps : steps_in_test) {
    std::vector<unsigned> y(n + beyond, 7), expected = cores::steps_cpu(x, steps);
    expected.resize(n + beyond, 7);

    cores::host_ladder()[rung].run(x.data(), y.data(), n, steps);

    EXPECT_EQ(y, expected) << steps << " steps";
  }
}

INSTANTIATE_TEST_SUITE_P(Ladder, Cores, every_rung_and_size(cores::ladder()), name_rung_and_size(cores::ladder()));
INSTANTIATE_TEST_SUITE_P(Ladder, CoresOfHost, every_rung_and_size(cores::host_ladder()),
                         name_rung_and_size(cores::host_ladder()));

TEST(CoresProgram, ShowsEveryRung) {
  const Ended ended = run_program({PROGRAM, "--n", "1001", "--steps", "3", "--repeats", "1"});
  EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
  for (const char* row : {"CPU, one core", "CPU: one_core_vectors", "CPU: all_cores_vectors"})
    EXPECT_NE(ended.out.find(std::string("\n") + row + " "), std::string::npos) << row << "\n" << ended.out;
  for (const cores::Rung& rung : cores::ladder())
    EXPECT_NE(ended.out.find(std::string("\n") + rung.name + " "), std::string::npos) << ended.out;
}

TEST(CoresProgram, NoNumbersAreFine) {
  EXPECT_EQ(run_program({PROGRAM, "--n", "0"}).status, 0);
}

TEST(CoresProgram, AnswersBadInputWithOneLine) {
  const Ended ended = run_program({PROGRAM, "--steps", "-1"});
  EXPECT_EQ(ended.status, 2);
  EXPECT_EQ(count_lines(ended.err), 1) << ended.err;
}

}  // namespace
