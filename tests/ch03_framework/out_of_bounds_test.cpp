// The exhibit: a damaged neighbour array that no status shows, an error that check shows, and what compute-sanitizer
// reports.
#include <gtest/gtest.h>

#include "common/testing.h"

namespace {

bool says(const std::string& text, const char* part) {
  return text.find(part) != std::string::npos;
}

TEST(OutOfBounds, ANeighbourIsDamagedInSilence) {
  const Ended ended = run_program({PROGRAM});
  EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
  EXPECT_TRUE(says(ended.out, "without if (i < n): the neighbour lost 24 values")) << ended.out;
  EXPECT_TRUE(says(ended.out, "with if (i < n):    the neighbour lost 0 values")) << ended.out;
}

// On the emulator, further lines say which kernel and thread it was.
TEST(OutOfBounds, CheckCatchesAnAccessToForeignPages) {
  const Ended ended = run_program({PROGRAM, "--overrun", "far"});
  EXPECT_EQ(ended.status, microscope_looks_on(ended) ? 4 : 3) << ended.out << ended.err;
  EXPECT_TRUE(says(ended.err, "cudaErrorIllegalAddress")) << ended.err;
  EXPECT_TRUE(says(ended.err, "out_of_bounds.cu:")) << ended.err;
}

TEST(OutOfBounds, TheMicroscopeNamesTheWrite) {
  const Ended ended = run_program({PROGRAM, "--overrun", "alone"});
  if (!microscope_looks_on(ended)) GTEST_SKIP() << "built without the microscope";
  EXPECT_EQ(ended.status, 4) << ended.out << ended.err;
  EXPECT_TRUE(says(ended.err, "finding: out of bounds: out_of_bounds.cu")) << ended.err;
  EXPECT_TRUE(says(ended.err, "writes past the end of 4000 bytes")) << ended.err;
}

TEST(OutOfBounds, ComputeSanitizerNamesEveryWrite) {
  if (const std::string reason = no_sanitizer(); !reason.empty()) GTEST_SKIP() << reason;
  const Ended ended = run_sanitized("memcheck", {PROGRAM, "--overrun", "alone"});
  EXPECT_EQ(ended.status, sanitizer_found) << ended.out << ended.err;
  EXPECT_TRUE(says(ended.out, "Invalid __global__ write of size 4 bytes")) << ended.out;
  EXPECT_TRUE(says(ended.out, "out_of_bounds.cu:")) << "the line of the write\n" << ended.out;
}

TEST(OutOfBounds, UnknownPlaceIsAUsageError) {
  const Ended ended = run_program({PROGRAM, "--overrun", "nowhere"});
  EXPECT_EQ(ended.status, 2);
  EXPECT_EQ(count_lines(ended.err), 1) << ended.err;
}

}  // namespace
