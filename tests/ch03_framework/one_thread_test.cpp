// One thread adds all elements; the values are exact.
#include <gtest/gtest.h>

#include "common/testing.h"

namespace {

TEST(OneThread, AddsAllElements) {
  const Ended ended = run_program({PROGRAM});
  EXPECT_EQ(ended.status, 0);
  EXPECT_EQ(ended.err, "");
  EXPECT_EQ(ended.out, "z[0] = 0.0, z[999] = 1498.5, wrong values: 0\n");
}

}  // namespace
