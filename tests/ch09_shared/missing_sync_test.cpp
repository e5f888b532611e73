// The exhibit shows wrong numbers where the barrier is missing, and none where it is not.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <string>

#include "common/device.h"
#include "common/testing.h"

namespace {

// The number after text in the program's output; -1 if there is none.
long long number_after(const std::string& out, const std::string& text) {
  const std::size_t at = out.find(text);
  return at == std::string::npos ? -1 : std::atoll(out.c_str() + at + text.size());
}

std::string find_on_path(const std::string& program) {
  const char* path = std::getenv("PATH");
  std::istringstream folders(std::string(path ? path : "") + ":/usr/local/cuda/bin");
  for (std::string folder; std::getline(folders, folder, ':');) {
    std::error_code ignored;
    if (std::filesystem::exists(folder + "/" + program, ignored)) return folder + "/" + program;
  }
  return "";
}

TEST(MissingSync, OnlyTheKernelWithoutTheBarrierIsWrong) {
  const Ended ended = run_program({PROGRAM});
  if (ended.err.find("microscope:") == std::string::npos) {
    EXPECT_EQ(ended.status, 0) << ended.err;
  } else {  // it looks on, and ends a program with findings with a status of its own
    EXPECT_NE(ended.status, 0);
    EXPECT_NE(ended.err.find("race in shared memory (tile): missing_sync.cu"), std::string::npos) << ended.err;
  }
  EXPECT_EQ(number_after(ended.out, "with the barrier:"), 0);
  EXPECT_GT(number_after(ended.out, "without the barrier:"), 0);
}

TEST(MissingSync, RacecheckNamesTheKernel) {
  const std::string sanitizer = find_on_path("compute-sanitizer");
  if (emulated_device() || sanitizer.empty()) GTEST_SKIP() << "needs a GPU and compute-sanitizer";
  const Ended ended = run_program({sanitizer, "--tool", "racecheck", "--error-exitcode", "9", PROGRAM});
  EXPECT_EQ(ended.status, 9);
  EXPECT_NE(ended.out.find("reverse_without_barrier_kernel"), std::string::npos) << ended.out;
}

TEST(MissingSync, AnswersAnUnknownOptionWithOneLine) {
  const Ended ended = run_program({PROGRAM, "--nonsense"});
  EXPECT_EQ(ended.status, 2);
  EXPECT_EQ(count_lines(ended.err), 1) << ended.err;
}

}  // namespace
