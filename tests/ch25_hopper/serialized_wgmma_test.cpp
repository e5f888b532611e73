// Both kernels are right, exactly: small whole numbers. What the compiler does with their sums shows where it compiles
// for a GPU.
#include <gtest/gtest.h>

#include "common/testing.h"

namespace {

TEST(SerializedWgmma, BothAreRightAndOneUsesLocalMemory) {
  const Ended ended = run_program({PROGRAM});
  if (ended.status == 77) GTEST_SKIP() << ended.err;
  EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
  EXPECT_EQ(number_after(ended.out, "\nunrolled:"), 0);
  EXPECT_GE(number_after(ended.out, "not unrolled:"), 0);
  if (no_hardware().empty()) {
    EXPECT_GT(number_after(ended.out, "not unrolled:"), 0);
  }
}

}  // namespace
