// The plain program checks each value itself; this test checks the sectors, computed by hand.
#include <gtest/gtest.h>

#include "common/testing.h"

namespace {

TEST(Strides, CountsSectorsAndReadsWhatItSays) {
  const Ended ended = run_program({PROGRAM, "65536"});
  EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
  // A warp of floats spans 128 bytes per unit of the stride: 4 sectors, 8, 16, then one per thread.
  EXPECT_NE(ended.out.find("\n     1                 4       100.0 %"), std::string::npos) << ended.out;
  EXPECT_NE(ended.out.find("\n     2                 8        50.0 %"), std::string::npos) << ended.out;
  EXPECT_NE(ended.out.find("\n     4                16        25.0 %"), std::string::npos) << ended.out;
  EXPECT_NE(ended.out.find("\n     8                32        12.5 %"), std::string::npos) << ended.out;
  EXPECT_NE(ended.out.find("\n    16                32        12.5 %"), std::string::npos) << ended.out;
  EXPECT_NE(ended.out.find("every element read and written is right\n"), std::string::npos) << ended.out;
}

TEST(Strides, RefusesWhatIsNoPowerOfTwo) {
  for (const char* threads : {"0", "-1", "1000", "many", "67108864"}) {
    const Ended ended = run_program({PROGRAM, threads});
    EXPECT_EQ(ended.status, 2) << threads;
    EXPECT_EQ(count_lines(ended.err), 1) << ended.err;
  }
}

}  // namespace
