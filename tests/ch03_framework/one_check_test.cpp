// Checks that find nothing change nothing.
#include <gtest/gtest.h>

#include "common/testing.h"

namespace {

TEST(OneCheck, IsSilentIfAllIsWell) {
  const Ended ended = run_program({PROGRAM});
  EXPECT_EQ(ended.status, 0);
  EXPECT_EQ(ended.err, "");
  EXPECT_EQ(ended.out, "the device wrote 42\n");
}

}  // namespace
