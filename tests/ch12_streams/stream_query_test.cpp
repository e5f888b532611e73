// The kernel's number is right whatever the host did meanwhile. How often the host asked depends on the machine.
#include <gtest/gtest.h>

#include <vector>

#include "common/testing.h"

namespace {

int primes_below(long long end) {
  std::vector<bool> divisible(end + 2, false);
  int primes = 0;
  for (long long x = 2; x < end; ++x) {
    if (divisible[x]) continue;
    ++primes;
    for (long long multiple = 2 * x; multiple < end; multiple += x) divisible[multiple] = true;
  }
  return primes;
}

TEST(StreamQuery, WaitsForTheKernelAndCountsEachPieceOnce) {
  const Ended ended = run_program({PROGRAM});
  EXPECT_EQ(ended.status, 0) << ended.err;
  const long long end = number_after(ended.out, "primes below ");
  ASSERT_GE(end, 0) << ended.out;
  EXPECT_EQ(number_after(ended.out, ": "), primes_below(end)) << ended.out;
  EXPECT_NE(ended.out.find("the kernel's last number is right"), std::string::npos) << ended.out;
}

}  // namespace
