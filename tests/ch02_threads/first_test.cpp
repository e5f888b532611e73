// One thread greets once.
#include <gtest/gtest.h>

#include "common/testing.h"

namespace {

TEST(First, OneThreadGreetsOnce) {
  const Ended ended = run_program({PROGRAM});
  EXPECT_EQ(ended.status, 0);
  EXPECT_EQ(ended.err, "");
  EXPECT_EQ(ended.out, "hello from the GPU\n");
}

}  // namespace
