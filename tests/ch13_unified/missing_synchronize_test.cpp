// The exhibit: what the host reads before a synchronisation, and after one.
#include <gtest/gtest.h>

#include <string>

#include "common/check.h"
#include "common/owners.h"
#include "common/testing.h"

namespace {

TEST(MissingSynchronize, TheHostReadsTooEarly) {
  const Ended ended = run_program({PROGRAM});
  if (!pages_move_alone()) {
    EXPECT_EQ(ended.status, 77) << ended.err;
    GTEST_SKIP() << "managed memory moves as a whole on this device";
  }
  if (!microscope_looks_on(ended)) {
    EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
  } else {  // the tool checks, and a program with findings ends with the tool's status
    EXPECT_NE(ended.status, 0);
    EXPECT_NE(ended.err.find("the host does not wait"), std::string::npos) << ended.err;
  }
  EXPECT_EQ(number_after(ended.out, "after cudaDeviceSynchronize():"), 0) << ended.out;
  const long long early = number_after(ended.out, "before cudaDeviceSynchronize():");
  if (emulated_device()) {
    EXPECT_EQ(early, 0) << "the emulator's launch returns when the kernel is done";
    EXPECT_NE(ended.out.find("by luck"), std::string::npos) << ended.out;
  } else {
    EXPECT_GT(early, 0) << "the kernel takes milliseconds, the host's first read does not";
  }
}

TEST(MissingSynchronize, BadInputIsAUsageError) {
  for (const auto& option : {"--turns=0", "--turns=-1", "--nonsense"}) {
    const Ended ended = run_program({PROGRAM, option});
    EXPECT_EQ(ended.status, 2) << option;
    EXPECT_EQ(count_lines(ended.err), 1) << ended.err;
  }
}

}  // namespace
