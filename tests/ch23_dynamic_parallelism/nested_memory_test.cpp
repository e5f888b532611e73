// The exhibit: a child that gets a pointer to its parent's local memory, and a parent that reads too early.
#include <gtest/gtest.h>

#include "common/check.h"
#include "common/testing.h"

namespace {

bool says(const std::string& text, const char* part) {
  return text.find(part) != std::string::npos;
}

TEST(NestedMemory, OnlyATailLaunchSeesTheChildsResult) {
  const Ended ended = run_program({PROGRAM});
  EXPECT_EQ(ended.status, microscope_looks_on(ended) ? 4 : 0) << ended.out << ended.err;
  EXPECT_EQ(number_after(ended.out, "a tail launch reads:"), 42) << ended.out;
  if (emulated_device()) {
    EXPECT_EQ(number_after(ended.out, "behind the launch, reads:"), 1) << "the emulator runs children behind parents";
  }
}

TEST(NestedMemory, AParentsOwnMemoryIsRefused) {
  for (const char* memory : {"shared", "local"}) {
    const Ended ended = run_program({PROGRAM, "--child-gets", memory});
    EXPECT_EQ(ended.status, microscope_looks_on(ended) ? 4 : 3) << ended.out << ended.err;
    EXPECT_TRUE(says(ended.err, "cudaErrorInvalidAddressSpace")) << memory << ": " << ended.err;
  }
}

TEST(NestedMemory, TheEmulatorNamesTheLaunch) {
  if (!emulated_device()) GTEST_SKIP() << "what the emulator says";
  for (const char* memory : {"shared", "local"}) {
    const Ended ended = run_program({PROGRAM, "--child-gets", memory});
    EXPECT_TRUE(says(ended.err, "nested_memory.cu:")) << ended.err;
    EXPECT_TRUE(says(ended.err, memory)) << ended.err;
  }
}

TEST(NestedMemory, ComputeSanitizerFindsTheParentsMemory) {
  if (const std::string reason = no_sanitizer(); !reason.empty()) GTEST_SKIP() << reason;
  for (const char* memory : {"shared", "local"}) {
    const Ended ended = run_sanitized("memcheck", {PROGRAM, "--child-gets", memory});
    EXPECT_NE(ended.status, 0) << ended.out << ended.err;
  }
}

TEST(NestedMemory, UnknownMemoryIsAUsageError) {
  const Ended ended = run_program({PROGRAM, "--child-gets", "constant"});
  EXPECT_EQ(ended.status, 2);
  EXPECT_EQ(count_lines(ended.err), 1) << ended.err;
}

}  // namespace
