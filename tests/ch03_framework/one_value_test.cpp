// The value that the host prints is the one that the device wrote.
#include <gtest/gtest.h>

#include "common/testing.h"

namespace {

TEST(OneValue, ComesFromTheDevice) {
  const Ended ended = run_program({PROGRAM});
  EXPECT_EQ(ended.status, 0);
  EXPECT_EQ(ended.err, "");
  EXPECT_EQ(ended.out, "the device wrote 42\n");
}

}  // namespace
