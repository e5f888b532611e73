// The characteristic polynomial is x^2 - 1.
#include <gtest/gtest.h>

#include "common/testing.h"

namespace {

TEST(Hermitian, GivesBothEigenvalues) {
  const Ended ended = run_program({PROGRAM});
  EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
  EXPECT_NE(ended.out.find("eigenvalues: -1.000000 1.000000\n"), std::string::npos) << ended.out;
  EXPECT_EQ(number_after(ended.out, "devInfo"), 0);
}

}  // namespace
