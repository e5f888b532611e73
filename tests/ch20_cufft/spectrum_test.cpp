// The amplitudes are those that the signal was made with.
#include <gtest/gtest.h>

#include "common/testing.h"

namespace {

TEST(Spectrum, ShowsBothSinesAndComesBack) {
  const Ended ended = run_program({PROGRAM});
  EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
  EXPECT_NE(ended.out.find("50 Hz: amplitude 1.000\n120 Hz: amplitude 0.500\nagainst"), std::string::npos) << ended.out;
  EXPECT_EQ(number_after(ended.out, "each sample times"), 1000);
}

}  // namespace
