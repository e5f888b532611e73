// Whole numbers: every order of adding gives the same sum.
#include "ch23_dynamic_parallelism/nested_reduction/nested_reduction.h"

#include <gtest/gtest.h>

#include "common/owners.h"
#include "common/testing.h"
#include "common/values.h"

namespace {

using namespace nested_reduction;

// Returns how many launches were refused.
int expect_sum_matches_reference(const Rung& rung, std::size_t n) {
  const std::vector<int> x = random_integers<int>(n, -1000, 1000, test_seed());
  const Guarded<int> d_x(x);
  Guarded<int> d_work = poisoned<int>(tiles_of(n) * tile), d_refused(std::vector<int>{0});
  Guarded<std::int64_t> d_sum = poisoned<std::int64_t>(1);

  rung.run(d_x.data(), d_work.data(), d_sum.data(), d_refused.data(), n);

  EXPECT_EQ(d_sum.to_host()[0], sum_cpu(x)) << rung.name << ", n " << n;
  EXPECT_EQ(d_x.to_host(), x) << "the input was changed";
  return d_refused.to_host()[0];
}

TEST(NestedReduction, SumsMatchReference) {
  allow_pending_launches(4096);
  for (const Rung& rung : ladder())
    for (const std::size_t n : {0, 1, 31, 255, 256, 257, 511, 512, 513, 5000, 65537})
      EXPECT_EQ(expect_sum_matches_reference(rung, n), 0);
}

// A tail launch is pending at least until the grid that made it has ended, and here one grid makes more than there is
// room for. Those that were refused are counted, and no element is lost.
TEST(NestedReduction, RefusedLaunchesAreCountedAndLoseNothing) {
  if (sanitized())
    GTEST_SKIP() << "memcheck takes the parameters of a launch that is refused for a write out of bounds";
  allow_pending_launches(2048);
  EXPECT_GE(expect_sum_matches_reference(ladder()[3], 2100 * tile), 2100 - 2048);
}

TEST(NestedReduction, CountsLaunches) {
  EXPECT_EQ(ladder()[0].launches(tile), 0u);
  EXPECT_EQ(ladder()[1].launches(10 * tile), 8u);
  EXPECT_EQ(ladder()[2].launches(10 * tile), 8u);
  EXPECT_EQ(ladder()[3].launches(10 * tile), 71u);
}

TEST(NestedReductionProgram, ShowsEveryRungAndWhatWasRefused) {
  const Ended ended = run_program({PROGRAM, "--n", "10001", "--repeats", "1"});
  EXPECT_EQ(ended.status, 0) << ended.err;
  for (const Rung& rung : ladder()) EXPECT_NE(ended.out.find(rung.name), std::string::npos);
  EXPECT_NE(ended.out.find("launches refused, since 16384 were pending: 0\n"), std::string::npos) << ended.out;
}

}  // namespace
