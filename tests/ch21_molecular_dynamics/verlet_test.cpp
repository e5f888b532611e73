// The plain program's table: halving the step divides the energy's change by four, and all pairs agree with the CPU.
#include <gtest/gtest.h>

#include <sstream>

#include "common/testing.h"

namespace {

TEST(Verlet, ChangeOfTheEnergyFallsAsTheStepSquared) {
  const Ended ended = run_program({PROGRAM});
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_NE(ended.out.find("6 pairs, 0 differ from the CPU's"), std::string::npos) << ended.out;
  std::istringstream lines(ended.out);
  std::string line;
  std::getline(lines, line);
  for (double expected_step = 40; expected_step > 2; expected_step /= 2) {
    double step = 0, change = 0, ratio = 0;
    std::getline(lines, line);
    std::istringstream(line) >> step >> change >> ratio;
    EXPECT_NEAR(step, expected_step, 0.01);
    EXPECT_GT(change, 0);
    EXPECT_NEAR(ratio, 4, 0.1) << line;  // the next term is of fourth order in the step
  }
}

}  // namespace
