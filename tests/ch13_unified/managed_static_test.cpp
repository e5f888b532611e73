#include <gtest/gtest.h>

#include <string>

#include "common/testing.h"

namespace {

TEST(ManagedStatic, HostAndDeviceShareVariables) {
  const Ended ended = run_program({PROGRAM, "--items", "1234"});
  EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
  EXPECT_NE(ended.out.find("y = 3 * x: 0 of 10000 values are wrong"), std::string::npos) << ended.out;
  EXPECT_NE(ended.out.find("y = 5 * x: 0 of 10000 values are wrong"), std::string::npos) << ended.out;
  // 1 ... 1000 and 1 ... 234
  EXPECT_NE(ended.out.find("adds up to 527995 on the device and 527995 on the host"), std::string::npos) << ended.out;
}

TEST(ManagedStatic, AnEmptyListIsFine) {
  const Ended ended = run_program({PROGRAM, "--items", "0"});
  EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
  EXPECT_NE(ended.out.find("adds up to 0 on the device"), std::string::npos) << ended.out;
}

TEST(ManagedStatic, BadInputIsAUsageError) {
  for (const auto& option : {"--items=-1", "--items=1e12"}) {
    const Ended ended = run_program({PROGRAM, option});
    EXPECT_EQ(ended.status, 2) << option;
    EXPECT_EQ(count_lines(ended.err), 1) << ended.err;
  }
}

}  // namespace
