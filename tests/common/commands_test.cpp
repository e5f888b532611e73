// ./run and ./test before they build anything: their usage, and a machine that lacks what they need.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "common/testing.h"

namespace {

namespace fs = std::filesystem;

const std::string root = PROJECT_ROOT;

TEST(Commands, UnknownOptionsGetOneLineAndStatus2) {
  for (const char* command : {"/run", "/test"}) {
    const Ended ended = run_program({"/bin/bash", root + command, "--frobnicate"});
    EXPECT_EQ(ended.status, 2);
    EXPECT_EQ(count_lines(ended.err), 1) << ended.err;
  }
  EXPECT_EQ(run_program({"/bin/bash", root + "/run", "--report"}).status, 2);
  EXPECT_EQ(run_program({"/bin/bash", root + "/test", "one", "two"}).status, 2);
}

TEST(Commands, HelpShowsEveryForm) {
  const Ended ended = run_program({"/bin/bash", root + "/run", "--help"});
  EXPECT_EQ(ended.status, 0);
  for (const char* form : {"./run LESSON", "--report", "--list", "--cpu"})
    EXPECT_NE(ended.out.find(form), std::string::npos) << form;
  EXPECT_NE(run_program({"/bin/bash", root + "/test", "--help"}).out.find("--sanitizers"), std::string::npos);
}

// A machine with a shell and little else: what is missing is named, nothing is tried.
TEST(Commands, WithoutAPackageManagerTheyNameWhatIsMissing) {
  const fs::path folder = temporary_file("bare");
  fs::create_directories(folder / "bin");
  fs::create_directories(folder / "scripts");
  for (const char* file : {"run", "test", "scripts/setup.sh", "CMakePresets.json"})
    fs::copy_file(root + "/" + file, folder / file, fs::copy_options::overwrite_existing);
  for (const char* tool : {"bash", "dirname", "basename", "mkdir", "sed", "id", "head", "grep"})
    for (const char* place : {"/bin/", "/usr/bin/"})
      if (fs::exists(std::string(place) + tool) && !fs::exists(folder / "bin" / tool))
        fs::create_symlink(std::string(place) + tool, folder / "bin" / tool);

  for (const char* command : {"run", "test"}) {
    const Ended ended = run_program({"/bin/bash", folder / command, "--cpu"}, {"PATH=" + (folder / "bin").string()});
    EXPECT_EQ(ended.status, 77) << ended.out << ended.err;
    EXPECT_EQ(count_lines(ended.err), 1) << ended.err;
    EXPECT_NE(ended.err.find("please install: g++ cmake ninja-build"), std::string::npos) << ended.err;
  }
  fs::remove_all(folder);
}

}  // namespace
