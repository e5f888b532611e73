// The plain program's output: the numbers of every line.
#include <gtest/gtest.h>

#include "common/testing.h"

namespace {

TEST(ScanTen, PrintsTheSumsOfEveryLibraryAndEndsWell) {
  const Ended ended = run_program({PROGRAM});
  ASSERT_EQ(ended.status, 0) << ended.err;
  EXPECT_EQ(ended.out,
            "Thrust, device_vector:       1 3 6 10 15 21 28 36 45 55\n"
            "  its last element:          55\n"
            "Thrust, pointers:            1 3 6 10 15 21 28 36 45 55\n"
            "  exclusive:                 0 1 3 6 10 15 21 28 36 45\n"
            "  products:                  1 2 6 24 120 720\n"
            "CUB, two calls:              1 3 6 10 15 21 28 36 45 55\n");
}

TEST(ScanTen, SaysInOneLineThatThereIsNoDevice) {
  if (sanitized()) GTEST_SKIP() << "compute-sanitizer opens the device before the program hides it";
  const Ended ended = run_program({PROGRAM}, {"CUDA_VISIBLE_DEVICES=", "CUDA_EMULATOR_DEVICES=0"});
  EXPECT_EQ(ended.status, 3);
  EXPECT_EQ(count_lines(ended.err), 1) << ended.err;
}

}  // namespace
