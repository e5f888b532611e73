#include "ch13_unified/managed_add/managed_add.h"

#include "common/check.h"
#include "common/testing.h"

namespace {

using namespace managed_add;

// Two rounds: the second one's data must replace the first one's everywhere.
template <typename Real>
void expect_sums(const Rung<Real>& rung, std::size_t n) {
  const auto journey = rung.start(n);
  for (const int round : {1, 2}) {
    journey->fill(round);
    check(cudaDeviceSynchronize());
    journey->move_in();
    journey->add();
    check(cudaDeviceSynchronize());
    journey->move_out();
    check(cudaDeviceSynchronize());
    EXPECT_EQ(count_wrong(journey->z(), n, round), 0u) << "round " << round;
  }
}

class ManagedAdd : public testing::TestWithParam<std::tuple<int, std::size_t>> {};

TEST_P(ManagedAdd, SumsMatchReferenceInFloatAndDouble) {
  const auto [rung, n] = GetParam();
  if (ladder<float>()[rung].needs_hints && !pages_move_alone()) GTEST_SKIP() << "no hints on this device";
  expect_sums(ladder<float>()[rung], n);
  expect_sums(ladder<double>()[rung], n);
}

INSTANTIATE_TEST_SUITE_P(Ladder, ManagedAdd, every_rung_and_size(ladder<float>()), name_rung_and_size(ladder<float>()));

TEST(ManagedAddReference, NoticesAWrongValueAndAnotherRound) {
  std::vector<float> z(100);
  for (std::size_t i = 0; i < z.size(); ++i) z[i] = x_of<float>(i, 3) + y_of<float>(i, 3);
  EXPECT_EQ(count_wrong(z.data(), z.size(), 3), 0u);
  EXPECT_EQ(count_wrong(z.data(), z.size(), 4), 100u);
  z[7] = std::numeric_limits<float>::quiet_NaN();
  EXPECT_EQ(count_wrong(z.data(), z.size(), 3), 1u);
}

TEST(ManagedAddProgram, ShowsEveryRung) {
  for (const char* precision : {"single", "double"}) {
    const Ended ended = run_program({PROGRAM, "--n", "12345", "--repeats", "2", "--precision", precision});
    EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
    for (const auto& rung : ladder<float>())
      EXPECT_NE(ended.out.find(std::string("\n") + rung.name), std::string::npos) << rung.name << "\n" << ended.out;
  }
}

TEST(ManagedAddProgram, MoreThanIsFreeIsAUsageError) {
  for (const auto& option : {"--n=0", "--n=-1", "--n=1e14"}) {
    const Ended ended = run_program({PROGRAM, option});
    EXPECT_EQ(ended.status, 2) << option;
    EXPECT_EQ(count_lines(ended.err), 1) << ended.err;
  }
}

}  // namespace
