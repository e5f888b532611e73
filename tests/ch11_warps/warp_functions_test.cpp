#include "ch11_warps/warp_functions/warp_functions.h"

#include <algorithm>

#include "common/check.h"
#include "common/testing.h"
#include "common/values.h"

namespace {

using namespace warp_functions;

std::vector<std::size_t> sizes() {
  return all_or_few<std::size_t>({0, 1, 2, 31, 32, 33, 63, 255, 256, 257, 1003}, {0, 1, 33, 257});
}
std::vector<int> widths() {
  return all_or_few<int>({2, 4, 8, 16, 32}, {4, 32});
}

class WarpFunctions : public testing::TestWithParam<std::tuple<std::size_t, int>> {};

// Inputs for which every result occurs: random values, few values, all odd, all equal, negative ones.
std::vector<std::vector<int>> inputs(std::size_t n) {
  const std::vector<int> random = random_integers<int>(n, -1000000, 1000000, test_seed());
  return all_or_few<std::vector<int>>(
      {random, random_integers<int>(n, 0, 3, test_seed()), std::vector<int>(n, 7), std::vector<int>(n, -2)}, {random});
}

TEST_P(WarpFunctions, AnswersMatchReference) {
  const auto [n, width] = GetParam();
  for (const auto& x : inputs(n)) {
    const Guarded<int> d_x(x);
    for (const Function& function : functions()) {
      if (compute_capability() < function.compute_capability) continue;
      Guarded<unsigned> d_result = poisoned<unsigned>(n);
      function.run(d_x.data(), n, width, d_result.data());
      EXPECT_EQ(d_result.to_host(), expected_of(function, x, width)) << function.name;
      EXPECT_EQ(d_x.to_host(), x) << "the input was changed";
    }
  }
}

INSTANTIATE_TEST_SUITE_P(SizesAndWidths, WarpFunctions,
                         testing::Combine(testing::ValuesIn(sizes()), testing::ValuesIn(widths())),
                         [](const auto& info) {
                           return std::to_string(std::get<0>(info.param)) + "_" +
                                  std::to_string(std::get<1>(info.param));
                         });

// The mask of a branch names the lane itself, and no lane that is not in the branch.
TEST(ActiveMask, NamesOnlyLanesOfTheBranch) {
  for (const std::size_t n : sizes()) {
    const auto x = random_integers<int>(n, -50, 50, test_seed());
    const Guarded<int> d_x(x);
    Guarded<unsigned> d_mask = poisoned<unsigned>(n);
    active_masks(d_x.data(), n, d_mask.data());
    const auto mask = d_mask.to_host();
    for (std::size_t i = 0; i < n; ++i) {
      unsigned odd_lanes = 0;
      for (std::size_t k = i / 32 * 32; k < std::min(n, i / 32 * 32 + 32); ++k)
        if (x[k] % 2 != 0) odd_lanes |= 1u << (k % 32);
      EXPECT_EQ(mask[i] & ~odd_lanes, 0u) << i;
      EXPECT_EQ(mask[i] >> (i % 32) & 1u, x[i] % 2 != 0 ? 1u : 0u) << i;
    }
  }
}

TEST(GatherOdd, GathersEveryOddValueOnce) {
  for (const std::size_t n : sizes()) {
    const auto x = random_integers<int>(n, -50, 50, test_seed());
    const Guarded<int> d_x(x);
    Guarded<int> d_odd = poisoned<int>(n), d_count(std::vector<int>{0});
    gather_odd(d_x.data(), n, d_odd.data(), d_count.data());

    std::vector<int> expected, found = d_odd.to_host();
    std::copy_if(x.begin(), x.end(), std::back_inserter(expected), [](int v) { return v % 2 != 0; });
    ASSERT_EQ(d_count.to_host()[0], static_cast<int>(expected.size()));
    found.resize(expected.size());
    std::sort(found.begin(), found.end());
    std::sort(expected.begin(), expected.end());
    EXPECT_EQ(found, expected);
  }
}

TEST(WarpFunctionsProgram, IsRightForEveryWidthAndRejectsOthers) {
  for (const char* width : {"2", "4", "8", "16", "32"}) EXPECT_EQ(run_program({PROGRAM, "--width", width}).status, 0);
  EXPECT_EQ(run_program({PROGRAM, "--random"}).status, 0);
  const Ended refused = run_program({PROGRAM, "--width", "3"});
  EXPECT_EQ(refused.status, 2);
  EXPECT_EQ(count_lines(refused.err), 1) << refused.err;
}

// Each lane holds its number, so that a line shows where its numbers come from.
TEST(WarpFunctionsProgram, ShowsHowTheLanesNumbersMove) {
  const std::string out = run_program({PROGRAM}).out;
  EXPECT_NE(out.find("x of the lane before                    0    0    1    2    3    4    5    6    8    8    9"),
            std::string::npos)
      << out;
}

}  // namespace
