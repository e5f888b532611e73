// Three blocks of four threads, two launches: a counter's value depends on which threads share it.
#include <gtest/gtest.h>

#include "common/testing.h"

namespace {

TEST(MemorySpaces, EachCounterHoldsWhatItsThreadsAdded) {
  const Ended ended = run_program({PROGRAM});
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_EQ(number_after(ended.out, "wrong values:"), 0) << ended.out;

  const std::size_t second = ended.out.find("launch 2");
  ASSERT_NE(second, std::string::npos) << ended.out;
  const std::string launches[] = {ended.out.substr(0, second), ended.out.substr(second)};
  for (int launch = 0; launch < 2; ++launch) {
    EXPECT_EQ(number_after(launches[launch], "register"), 1) << ended.out;
    EXPECT_EQ(number_after(launches[launch], "local"), 1) << ended.out;
    EXPECT_EQ(number_after(launches[launch], "shared"), 4) << ended.out;
    EXPECT_EQ(number_after(launches[launch], "global"), 12 * (launch + 1)) << ended.out;
    EXPECT_EQ(number_after(launches[launch], "constant"), 100) << ended.out;
  }
}

}  // namespace
