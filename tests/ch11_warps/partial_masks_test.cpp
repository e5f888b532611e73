// Whole numbers, exact. Each share of lanes that take part is tried, none and all among them, and warps that end in the
// middle.
#include "ch11_warps/partial_masks/partial_masks.h"

#include "common/testing.h"
#include "common/values.h"

namespace {

using namespace partial_masks;

void expect_reference(const Rung& rung, const std::vector<int>& x) {
  if (!lacking(rung.needs).empty()) GTEST_SKIP() << lacking(rung.needs);
  const Guarded<int> d_x(x);
  Guarded<int> d_sums = poisoned<int>(warps_of(x.size()));
  rung.run(d_x.data(), x.size(), d_sums.data());
  EXPECT_EQ(d_sums.to_host(), sums_cpu(x));
  EXPECT_EQ(d_x.to_host(), x) << "the input was changed";
}

class PartialMasks : public testing::TestWithParam<std::tuple<int, std::size_t>> {};

TEST_P(PartialMasks, HalfOfTheLanesTakePart) {
  const auto [rung, n] = GetParam();
  if (const std::string reason = too_many_here(n, 100'000); !reason.empty()) GTEST_SKIP() << reason;
  expect_reference(ladder()[rung], random_integers<int>(n, -50, 50, test_seed()));
}

TEST_P(PartialMasks, FewLanesTakePart) {
  const auto [rung, n] = GetParam();
  if (const std::string reason = too_many_here(n, 100'000); !reason.empty()) GTEST_SKIP() << reason;
  expect_reference(ladder()[rung], random_integers<int>(n, -63, 1, test_seed()));
}

TEST_P(PartialMasks, AllLanesTakePartOrNone) {
  const auto [rung, n] = GetParam();
  if (const std::string reason = too_many_here(n, 100'000); !reason.empty()) GTEST_SKIP() << reason;
  expect_reference(ladder()[rung], std::vector<int>(n, 3));
  expect_reference(ladder()[rung], std::vector<int>(n, -3));
}

INSTANTIATE_TEST_SUITE_P(Ladder, PartialMasks, every_rung_and_size(ladder()), name_rung_and_size(ladder()));

TEST(PartialMasksProgram, ShowsEveryRungForEachShare) {
  for (const char* percent : {"0", "3", "100"}) {
    const Ended ended = run_program({PROGRAM, "--n", "1001", "--percent", percent, "--repeats", "1"});
    EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
    for (const Rung& rung : ladder()) EXPECT_NE(ended.out.find(rung.name), std::string::npos) << rung.name;
  }
  EXPECT_EQ(run_program({PROGRAM, "--percent", "101"}).status, 2);
}

}  // namespace
