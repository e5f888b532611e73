// The exhibit: without an order the consumer reads old values, with an event it does not.
#include <gtest/gtest.h>

#include <string>

#include "common/check.h"
#include "common/testing.h"

namespace {

TEST(StreamOrder, OnlyTheEventMakesAnOrder) {
  const Ended ended = run_program({PROGRAM});
  if (!microscope_looks_on(ended)) {
    EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
  } else {  // the tool checks, and a program with findings ends with the tool's status
    EXPECT_NE(ended.status, 0);
    EXPECT_NE(ended.err.find("no order between streams"), std::string::npos) << ended.err;
  }
  EXPECT_EQ(number_after(ended.out, "record, then wait:"), 0) << ended.out;
  EXPECT_EQ(number_after(ended.out, "waiting before the record:"), 65536) << "the consumer was issued first";
  const long long without = number_after(ended.out, "without an event:");
  if (emulated_device()) {
    EXPECT_EQ(without, 0) << "the emulator runs streams in issue order";
    EXPECT_NE(ended.out.find("by luck"), std::string::npos) << ended.out;
  } else {
    EXPECT_GT(without, 0) << "the consumer should have passed a producer that takes milliseconds";
  }
}

TEST(StreamOrder, BadInputIsAUsageError) {
  for (const auto& option : {"--turns=0", "--turns=-1", "--nonsense"}) {
    const Ended ended = run_program({PROGRAM, option});
    EXPECT_EQ(ended.status, 2) << option;
    EXPECT_EQ(count_lines(ended.err), 1) << ended.err;
  }
}

}  // namespace
