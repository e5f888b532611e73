// The same additions in the same order: equal bit by bit.
#include "ch05_timing/transfers/transfers.h"

#include <gtest/gtest.h>

#include "common/owners.h"
#include "common/testing.h"
#include "common/values.h"

namespace {

template <typename Real>
void expect_sums(const transfers::Rung<Real>& rung, std::size_t n, int repeats) {
  SCOPED_TRACE(std::to_string(repeats) + " repeats");
  const std::vector<Real> x = random_reals<Real>(n, -1, 1, test_seed());
  std::vector<Real> z = random_reals<Real>(n, -1, 1, test_seed() + 1), expected = z;
  for (std::size_t i = 0; i < n; ++i)
    for (int k = 0; k < repeats; ++k) expected[i] += x[i];
  std::vector<Real> given = x;
  Guarded<Real> d_x = poisoned<Real>(n), d_z = poisoned<Real>(n);

  rung.run(given.data(), z.data(), {d_x.data(), d_z.data()}, n, repeats);

  EXPECT_EQ(z, expected);
  EXPECT_EQ(given, x) << "the input was changed";
}

class Transfers : public testing::TestWithParam<std::tuple<int, std::size_t>> {};

TEST_P(Transfers, SumsMatchReferenceInFloatAndDouble) {
  const auto [rung, n] = GetParam();
  if (const std::string reason = too_many_here(n, 100'000); !reason.empty()) GTEST_SKIP() << reason;
  for (const int repeats : {0, 1, 3}) {
    expect_sums(transfers::ladder<float>()[rung], n, repeats);
    expect_sums(transfers::ladder<double>()[rung], n, repeats);
  }
}

INSTANTIATE_TEST_SUITE_P(Ladder, Transfers, every_rung_and_size(transfers::ladder<float>()),
                         name_rung_and_size(transfers::ladder<float>()));

TEST(TransfersProgram, ShowsEveryNumberOfRepeats) {
  const Ended ended = run_program({PROGRAM, "--n", "1001", "--most", "9", "--repeats", "1"}, {"LESSON_OWN_TIMES=1"});
  EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
  for (const char* row : {"1 ", "2 ", "4 ", "8 ", "pageable memory ", "pinned memory "})
    EXPECT_NE(ended.out.find(std::string("\n") + row), std::string::npos) << row << "\n" << ended.out;
  EXPECT_EQ(ended.out.find("\n16 "), std::string::npos) << ended.out;
  EXPECT_EQ(ended.out.find("WRONG"), std::string::npos) << ended.out;
}

TEST(TransfersProgram, NoElementsAreFine) {
  EXPECT_EQ(run_program({PROGRAM, "--n", "0"}).status, 0);
}

TEST(TransfersProgram, AnswersBadInputWithOneLine) {
  const Ended ended = run_program({PROGRAM, "--most", "0"});
  EXPECT_EQ(ended.status, 2);
  EXPECT_EQ(count_lines(ended.err), 1) << ended.err;
}

}  // namespace
