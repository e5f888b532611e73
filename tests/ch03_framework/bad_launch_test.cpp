// The exhibit: without check nothing runs and no error is shown, with check the launch's line is named.
#include <gtest/gtest.h>

#include "common/testing.h"

namespace {

TEST(BadLaunch, CheckCatchesTheLaunch) {
  const Ended ended = run_program({PROGRAM});
  ASSERT_EQ(ended.status, 0) << ended.out << ended.err;
  const auto says = [&](const char* text) { return ended.out.find(text) != std::string::npos; };
  EXPECT_TRUE(says("values written:          0 of 1280\n")) << ended.out;
  EXPECT_TRUE(says("values written:          1280 of 1280\n")) << ended.out;
  EXPECT_TRUE(says("cudaDeviceSynchronize(): cudaSuccess:")) << ended.out;
  EXPECT_TRUE(says("cudaGetLastError():      cudaErrorInvalid")) << ended.out;
  EXPECT_TRUE(says("bad_launch.cu:")) << "check names file and line\n" << ended.out;
}

}  // namespace
