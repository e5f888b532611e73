// The exhibit shows wrong numbers where __syncwarp is missing, and none where it is not.
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

bool by_microscope(const Ended& ended) {
  return (ended.out + ended.err).find("microscope:") != std::string::npos;
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

TEST(SyncwarpMissing, OnlyTheKernelWithoutItIsWrong) {
  const Ended ended = run_program({PROGRAM});
  EXPECT_EQ(ended.status, by_microscope(ended) ? 4 : 0) << ended.out << ended.err;  // 4: the microscope found something
  EXPECT_EQ(number_after(ended.out, "with __syncwarp:"), 0);
  EXPECT_GT(number_after(ended.out, "without __syncwarp:"), 0);
}

TEST(SyncwarpMissing, TheMicroscopeNamesTheLine) {
  const Ended ended = run_program({PROGRAM});
  if (!by_microscope(ended)) GTEST_SKIP() << "not built for the microscope";
  const std::string output = ended.out + ended.err;
  EXPECT_NE(output.find("finding: race in shared memory"), std::string::npos) << output;
  EXPECT_NE(output.find("syncwarp_missing.cu:"), std::string::npos) << output;
}

TEST(SyncwarpMissing, RacecheckNamesTheKernel) {
  const std::string sanitizer = find_on_path("compute-sanitizer");
  if (emulated_device() || sanitizer.empty()) GTEST_SKIP() << "needs a GPU and compute-sanitizer";
  const Ended ended = run_program({sanitizer, "--tool", "racecheck", "--error-exitcode", "9", PROGRAM});
  EXPECT_EQ(ended.status, 9);
  EXPECT_NE(ended.out.find("exchange_without_syncwarp_kernel"), std::string::npos) << ended.out;
}

TEST(SyncwarpMissing, AnswersAnUnknownOptionWithOneLine) {
  const Ended ended = run_program({PROGRAM, "--nonsense"});
  EXPECT_EQ(ended.status, 2);
  EXPECT_EQ(count_lines(ended.err), 1) << ended.err;
}

}  // namespace
