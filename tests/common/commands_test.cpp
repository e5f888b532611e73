// ./run and ./test before they build anything: their usage, and a machine that lacks what they need.
#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <thread>
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

TEST(Commands, TheMicroscopeNeedsOneLessonOrFile) {
  const std::string run = root + "/run";
  for (const std::vector<std::string>& command : {std::vector<std::string>{"/bin/bash", run, "--microscope"},
                                                  {"/bin/bash", run, "--trace", "page.html"},
                                                  {"/bin/bash", run, "--all", "hello"}}) {
    const Ended ended = run_program(command);
    EXPECT_EQ(ended.status, 2) << command[2];
    EXPECT_EQ(count_lines(ended.err), 1) << ended.err;
  }
}

TEST(Commands, ExplainTakesMessagesPartsOfTheirNamesAndTerms) {
  const auto explain = [](const std::string& name) {
    return run_program({"/bin/bash", root + "/run", "--explain", name});
  };
  const auto says = [&](const std::string& name, const std::string& words) {
    const Ended ended = explain(name);
    EXPECT_EQ(ended.status, 0) << name;
    EXPECT_NE(ended.out.find(words), std::string::npos) << name << ": " << ended.out;
  };
  says("race-in-shared-memory: a.cu:4 writes", "__syncthreads();  // changed");
  says("race", "  race in shared memory\n  race in global memory\n");
  says("remove_if", "the new end");
  says("bank conflict", "Bank. Shared memory is divided into 32 banks");
  says("sector", "Sector. 32 bytes");
  says("coalescing", "32 floats that are far apart");
  says("divergence", "Lanes of one warp");
  says("", "Races and order:\n  race in shared memory\n");
  EXPECT_EQ(explain("no such thing").status, 2);
}

TEST(Commands, HelpShowsEveryForm) {
  const Ended ended = run_program({"/bin/bash", root + "/run", "--help"});
  EXPECT_EQ(ended.status, 0);
  for (const char* form : {"./run LESSON", "--report", "--list", "--cpu", "--all"})
    EXPECT_NE(ended.out.find(form), std::string::npos) << form;
  EXPECT_NE(run_program({"/bin/bash", root + "/test", "--help"}).out.find("--sanitizers"), std::string::npos);
}

void write(const fs::path& file, const std::string& text) {
  fs::create_directories(file.parent_path());
  std::ofstream(file) << text;
}

void write_program(const fs::path& file, const std::string& text) {
  write(file, "#!/bin/bash\n" + text);
  fs::permissions(file, fs::perms::owner_all);
}

std::string text_of(const fs::path& file) {
  std::ifstream in(file);
  return {std::istreambuf_iterator<char>(in), {}};
}

void expect_says(const std::string& text, const std::string& part) {
  EXPECT_NE(text.find(part), std::string::npos) << text;
}

// A machine with little more than a shell; each test adds the tools that it is about, as scripts.
class BareMachine : public testing::Test {
 protected:
  void SetUp() override {
    fs::remove_all(folder_);
    for (const char* file : {"run", "test", "scripts/setup.sh", "CMakeLists.txt", "CMakePresets.json"}) {
      fs::create_directories((folder_ / file).parent_path());
      fs::copy_file(root + "/" + file, folder_ / file);
    }
    fs::create_directories(folder_ / "bin");
    for (const char* tool :
         {"bash", "dirname", "basename", "mkdir", "sed", "head", "tail", "grep", "sort", "env", "cp"})
      for (const char* place : {"/bin/", "/usr/bin/"})
        if (fs::exists(std::string(place) + tool) && !fs::exists(folder_ / "bin" / tool))
          fs::create_symlink(std::string(place) + tool, folder_ / "bin" / tool);
    add("id", "echo 0\n");
  }
  void TearDown() override { fs::remove_all(folder_); }

  void add(const std::string& tool, const std::string& text) { write_program(folder_ / "bin" / tool, text); }

  // Each command ends with status 77 and one line; returns that of ./run.
  std::string refusal() {
    std::string line;
    for (const char* command : {"test", "run"}) {
      const Ended ended =
          run_program({"/bin/bash", folder_ / command, "--cpu"}, {"PATH=" + (folder_ / "bin").string()});
      EXPECT_EQ(ended.status, 77) << ended.out << ended.err;
      EXPECT_EQ(count_lines(ended.err), 1) << ended.err;
      line = ended.err;
    }
    return line;
  }

  const fs::path folder_ = temporary_file("bare");
};

TEST_F(BareMachine, WithoutAPackageManagerNamesWhatIsMissing) {
  expect_says(refusal(), "please install: g++ cmake ninja-build");
}

TEST_F(BareMachine, AnOldCMakeIsNamedBeforeAnythingIsInstalled) {
  add("apt-get", "echo installed >&2\nexit 100\n");
  for (const char* version : {"3.22.1", "3.9.6"}) {
    add("cmake", "echo 'cmake version " + std::string(version) + "'\n");
    expect_says(refusal(), "CMake 3.25 or newer is needed, and this is " + std::string(version) + ": please install");
  }
  EXPECT_FALSE(fs::exists(folder_ / "build/install.log"));
  for (const char* version : {"3.25.0", "3.31.6", "4.0.2"}) {
    add("cmake", "echo 'cmake version " + std::string(version) + "'\n");
    expect_says(refusal(), "apt-get install g++ ninja-build");
  }
}

TEST_F(BareMachine, AnOldCMakeOfTheDistributionIsNamedToo) {
  add("old", "echo 'cmake version 3.22.1'\n");
  add("apt-get",
      "[ $1 = update ] || cp '" + (folder_ / "bin/old").string() + "' '" + (folder_ / "bin/cmake").string() + "'\n");
  expect_says(refusal(), "and this is 3.22.1: please install");
}

TEST_F(BareMachine, WithoutRootAndSudoSaysWhatRootMustDo) {
  add("id", "echo 1000\n");
  add("apt-get", "exit 0\n");
  const std::string line = refusal();
  expect_says(line, "please install, as root: apt-get install g++ cmake");
  expect_says(line, "there is no sudo here");
}

TEST_F(BareMachine, ASudoThatRefusesIsQuoted) {
  add("id", "echo 1000\n");
  add("apt-get", "exit 0\n");
  add("sudo", "echo 'sudo: a password is required' >&2\nexit 1\n");
  const std::string line = refusal();
  expect_says(line, "please install, as root: apt-get install g++ cmake");
  expect_says(line, "(sudo refuses: sudo: a password is required)");
}

// Its update succeeds there, with warnings.
TEST_F(BareMachine, AptGetWithoutANetworkIsNamed) {
  add("apt-get",
      "[ $1 = install ] || { echo 'W: Failed to fetch http://there/Release  Could not resolve there'; exit 0; }\n"
      "echo 'E: Unable to locate package cmake'\nexit 100\n");
  expect_says(refusal(), "apt-get reaches no package server");
  add("id", "echo 1000\n");
  add("sudo", "exec \"$@\"\n");
  expect_says(refusal(), "apt-get reaches no package server");
}

TEST_F(BareMachine, AnotherFailureOfAptGetIsQuoted) {
  add("apt-get", "[ $1 = update ] || { echo 'E: The disk is full'; exit 100; }\n");
  expect_says(refusal(), "(apt-get fails: E: The disk is full; the whole log: ");
}

// Whether CTest says that so many tests ran and none failed. Newer versions leave "0 tests failed" out.
bool all_passed(const std::string& out, int tests) {
  return out.find("100% tests passed") != std::string::npos &&
         out.find(" out of " + std::to_string(tests) + "\n") != std::string::npos;
}

// ./test NAME runs the tests of that lesson, and not a planted bug of another one that happens to have its name: its
// program has not been built.
TEST(Commands, TestRunsOnlyWhatBelongsToTheLesson) {
  const fs::path folder = temporary_file("named");
  fs::remove_all(folder);
  fs::create_directories(folder / "scripts");
  for (const char* file : {"test", "scripts/setup.sh"}) fs::copy_file(root + "/" + file, folder / file);
  write_program(folder / "bin/cmake", "exit 0\n");
  write(folder / "build/emulator/build.ninja", "");
  write(folder / "build/emulator/lessons.txt", "ch02 first first lesson\nch02 second second lesson\n");
  std::string tests;
  for (const char* name : {"ch02.first", "ch02.first.mutant.lost", "ch02.first.t4", "exercises.first"})
    tests += "add_test(" + std::string(name) + " /bin/true)\n";
  for (const char* name : {"ch02.second", "ch02.second.mutant.first", "ch02.second.mutant.first_of_all"})
    tests += "add_test(" + std::string(name) + " /bin/false)\n";
  write(folder / "build/emulator/CTestTestfile.cmake", tests);

  const Ended ended = run_program({"/bin/bash", folder / "test", "--cpu", "first"},
                                  {"PATH=" + (folder / "bin").string() + ":" + std::getenv("PATH")});
  EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
  EXPECT_TRUE(all_passed(ended.out, 4)) << ended.out;
  fs::remove_all(folder);
}

// ./test runs the course's own tests and prints what else there is; --all runs that too.
TEST(Commands, TestLeavesToAllWhatProvesTheTests) {
  const fs::path folder = temporary_file("all");
  fs::remove_all(folder);
  fs::create_directories(folder / "scripts");
  for (const char* file : {"test", "scripts/setup.sh"}) fs::copy_file(root + "/" + file, folder / file);
  write_program(folder / "bin/cmake", "echo \"$@\" >>'" + (folder / "built").string() + "'\n");
  write(folder / "build/emulator/build.ninja", "");
  std::string tests;
  for (const auto& [name, label] : {std::pair{"ch02.first", "ch02"},
                                    {"ch02.first.2_devices", "ch02;devices"},
                                    {"common.mutants", "common"},
                                    {"ch02.first.mutant.lost", "ch02;mutant"},
                                    {"ch02.first.mutant.late", "ch02;mutant"},
                                    {"ch02.first.t4", "ch02;profile"},
                                    {"exercises.first", "exercises"},
                                    {"emulator.memory", "emulator"}})
    tests += "add_test(" + std::string(name) + " /bin/true)\nset_tests_properties(" + name + " PROPERTIES LABELS \"" +
             label + "\")\n";
  write(folder / "build/emulator/CTestTestfile.cmake", tests);

  const auto test = [&](const std::string& option) {
    fs::remove(folder / "built");
    return run_program({"/bin/bash", folder / "test", "--cpu", option},
                       {"PATH=" + (folder / "bin").string() + ":" + std::getenv("PATH")});
  };
  const Ended course = test("--cpu");
  EXPECT_EQ(course.status, 0) << course.out << course.err;
  EXPECT_TRUE(all_passed(course.out, 3)) << course.out;
  EXPECT_NE(
      course.out.find("./test --all has 5 tests more: 2 planted bugs that the lessons' tests must notice, 1 runs of "
                      "lessons as two other devices, 1 of the exercises, 1 of the emulator itself."),
      std::string::npos)
      << course.out;
  EXPECT_NE(text_of(folder / "built").find("--target course"), std::string::npos) << text_of(folder / "built");

  EXPECT_EQ(run_program({"/bin/bash", folder / "test", "--gate", "--all", "first"}).status, 2);
  const Ended all = test("--all");
  EXPECT_EQ(all.status, 0) << all.out << all.err;
  EXPECT_TRUE(all_passed(all.out, 8)) << all.out;
  EXPECT_EQ(all.out.find("tests more"), std::string::npos) << all.out;
  EXPECT_EQ(text_of(folder / "built").find("--target"), std::string::npos) << text_of(folder / "built");
  fs::remove_all(folder);
}

// The project's commands in a folder with two lessons that are scripts: each notes that it runs. Nothing is built.
class RunReport : public testing::Test {
 protected:
  void SetUp() override {
    fs::remove_all(folder_);
    for (const char* file : {"run", "scripts/setup.sh"}) {
      fs::create_directories((folder_ / file).parent_path());
      fs::copy_file(root + "/" + file, folder_ / file);
    }
    write(folder_ / "build/emulator/build.ninja", "");
    write_program(folder_ / "bin/cmake", "exit 0\n");
    std::string lessons;
    for (const char* name : {"device_query", "first", "second"}) {
      const fs::path program = folder_ / name;
      lessons += "ch02 " + std::string(name) + " " + program.string() + "\n";
      write_program(program,
                    "[ \"$1\" = --help ] && { echo --markdown; exit; }\n"
                    "echo 'device: a test'\n"
                    "echo \"$(basename \"$0\") $*\" >>" +
                        (folder_ / "ran").string() +
                        "\n"
                        "[ -e " +
                        (folder_ / "broken-").string() + name +
                        " ] && { echo wrong; exit 1; }\n"
                        "while [ $# -gt 0 ]; do\n"
                        "  [ \"$1\" = --markdown ] && printf '| rung | ms |\\n|---|---|\\n| a | 1 |\\n' >>\"$2\"\n"
                        "  [ \"$1\" = --csv ] && echo rung,ms >>\"$2\"\n"
                        "  shift\n"
                        "done\n"
                        "exit 0\n");
    }
    write_program(folder_ / "device_query", "echo 'device: a test'\n");
    write(folder_ / "build/emulator/lessons.txt", lessons);
    write(folder_ / "measured/runs.txt", "# more\nfirst --n 5\n");
  }
  void TearDown() override { fs::remove_all(folder_); }

  // What ran, in the order of the runs.
  std::string report(const std::string& commit, int status = 0) {
    fs::remove(folder_ / "ran");
    const Ended ended = run_program({"/bin/bash", folder_ / "run", "--cpu", "--report", folder_ / "out"},
                                    {"PATH=" + (folder_ / "bin").string() + ":/usr/bin:/bin", "COMMIT=" + commit});
    EXPECT_EQ(ended.status, status) << ended.out << ended.err;
    std::string ran;
    std::istringstream lines(text_of(folder_ / "ran"));
    for (std::string line; std::getline(lines, line);) ran += line.substr(0, line.find(" --peers")) + ";";
    return ran;
  }

  const fs::path folder_ = temporary_file("report");
};

TEST_F(RunReport, MeasuresEachLessonAndTheFurtherRunsOfTheList) {
  EXPECT_EQ(report("abc"), "first;first --n 5;second;");
  for (const char* name : {"first", "first-n-5", "second"}) {
    const std::string record = text_of(folder_ / "out" / (std::string(name) + ".md"));
    for (const char* part :
         {"- device: a test\n", "- toolkit: ", "- CPU: ", "- date: ", "- commit: abc\n", "| a | 1 |"})
      EXPECT_NE(record.find(part), std::string::npos) << name << ": " << part << "\n" << record;
    EXPECT_TRUE(fs::exists(folder_ / "out" / (std::string(name) + ".csv"))) << name;
  }
  EXPECT_NE(text_of(folder_ / "out/first-n-5.md").find("- command: ./run first --n 5 --peers\n"), std::string::npos);
  const std::string contents = text_of(folder_ / "out/README.md");
  for (const char* part : {"- device: a test\n", "- commit: abc\n", "- [first --n 5](first-n-5.md)\n"})
    EXPECT_NE(contents.find(part), std::string::npos) << part << "\n" << contents;
}

TEST_F(RunReport, GoesOnWhereItStopped) {
  write(folder_ / "broken-second", "");
  EXPECT_EQ(report("abc", 1), "first;first --n 5;second;");
  EXPECT_FALSE(fs::exists(folder_ / "out/second.md")) << "a run that failed leaves no record";
  fs::remove(folder_ / "broken-second");
  EXPECT_EQ(report("abc"), "second;");
  EXPECT_EQ(report("abc"), "");
}

TEST_F(RunReport, MeasuresAgainWhatIsOfAnotherCommitOrNotOfOne) {
  EXPECT_EQ(report("abc"), "first;first --n 5;second;");
  EXPECT_EQ(report("abd"), "first;first --n 5;second;");
  EXPECT_EQ(report("abd-dirty"), "first;first --n 5;second;");
  EXPECT_EQ(report("abd-dirty"), "first;first --n 5;second;");
}

// ./run for a chapter, with lessons that are scripts: cmake notes what it is asked to build.
class Tour : public testing::Test {
 protected:
  void SetUp() override {
    fs::remove_all(folder_);
    for (const char* file : {"run", "scripts/setup.sh"}) {
      fs::create_directories((folder_ / file).parent_path());
      fs::copy_file(root + "/" + file, folder_ / file);
    }
    write(folder_ / "build/emulator/build.ninja", "");
    write_program(folder_ / "bin/cmake", "cd " + folder_.string() +
                                             "\nall=$*\necho \"${all#*--target }\" >>built\n"
                                             "for fails in fails-*; do [[ \" $* \" != *\" ${fails#fails-} \"* ]] || "
                                             "{ echo 'a.cu:1: error: no'; exit 1; }; done\n");
    std::string lessons;
    for (const char* name : {"one", "two", "three", "four", "five"}) {
      const fs::path program = folder_ / name;
      lessons += "ch02 " + std::string(name) + " " + program.string() + " lesson\n";
      write_program(program, "echo 'device: a test'\necho 'shows " + std::string(name) + "'\n");
    }
    write(folder_ / "build/emulator/lessons.txt", lessons);
  }
  void TearDown() override { fs::remove_all(folder_); }

  Ended tour(const std::vector<std::string>& before = {}) {
    std::vector<std::string> command = before;
    command.insert(command.end(), {"/bin/bash", folder_ / "run", "--cpu", "ch02"});
    return run_program(command, {"PATH=" + (folder_ / "bin").string() + ":/usr/bin:/bin"});
  }
  // Whether the process has not ended. One that nobody has waited for yet is a zombie, Z.
  static bool runs(const std::string& pid) {
    const std::string state = text_of("/proc/" + pid.substr(0, pid.size() - 1) + "/stat");
    return !state.empty() && state.find(") Z") == std::string::npos;
  }
  // The lessons that were shown, in the order of the output.
  static std::string shown(const std::string& out) {
    std::string names;
    std::istringstream lines(out);
    for (std::string line; std::getline(lines, line);)
      if (line.starts_with("shows ")) names += line.substr(6) + " ";
    return names;
  }

  const fs::path folder_ = temporary_file("tour");
};

TEST_F(Tour, BuildsTheFirstLessonAloneAndShowsAllInOrder) {
  write_program(folder_ / "two", "sleep 0.3\necho 'device: a test'\necho 'shows two'\n");
  const Ended ended = tour();
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_EQ(shown(ended.out), "one two three four five ") << ended.out;
  EXPECT_EQ(text_of(folder_ / "built"), "lesson_names\none\ntwo three four\nfive\n");
}

TEST_F(Tour, ShowsWhatWasBuiltBeforeABuildFails) {
  write(folder_ / "fails-three", "");
  const Ended ended = tour();
  EXPECT_EQ(ended.status, 3);
  EXPECT_EQ(shown(ended.out), "one ") << ended.out;
  EXPECT_NE(ended.err.find("a.cu:1: error: no"), std::string::npos) << ended.err;
}

TEST_F(Tour, ALessonThatFailsIsShownAndTheOthersGoOn) {
  write_program(folder_ / "two", "echo 'device: a test'\necho wrong\nexit 1\n");
  const Ended ended = tour();
  EXPECT_EQ(ended.status, 1);
  EXPECT_EQ(shown(ended.out), "one three four five ") << ended.out;
  EXPECT_NE(ended.out.find("FAILED with status 1"), std::string::npos) << ended.out;
}

TEST_F(Tour, LeavesNothingRunningWhenItIsInterrupted) {
  for (const char* place : {"two", "bin/cmake"}) {
    write_program(folder_ / place, "case $* in *lesson_names | *'--target one') exit 0 ;; esac\necho $$ >" +
                                       (folder_ / "pid").string() + "\nexec sleep 60\n");
    tour({"/usr/bin/timeout", "--signal=INT", "2"});
    const std::string pid = text_of(folder_ / "pid");
    ASSERT_FALSE(pid.empty()) << place;
    for (int i = 0; i < 50 && runs(pid); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(20));
    EXPECT_FALSE(runs(pid)) << place << " still runs";
    fs::remove(folder_ / "pid");
  }
}

// ./test --gpu --sanitizers on a machine whose tools are scripts: ctest records its arguments, and fails as its file
// says.
class RunSanitizers : public testing::Test {
 protected:
  void SetUp() override {
    fs::remove_all(folder_);
    for (const char* file : {"test", "scripts/setup.sh"}) {
      fs::create_directories((folder_ / file).parent_path());
      fs::copy_file(root + "/" + file, folder_ / file);
    }
    write(folder_ / "build/cuda/build.ninja", "");
    for (const char* tool : {"cmake", "nvcc", "compute-sanitizer"}) write_program(folder_ / "bin" / tool, "exit 0\n");
    // Two GPUs: reading the first line only must not close the pipe on the second.
    write_program(folder_ / "bin/nvidia-smi",
                  "[ \"$1\" = -L ] && echo 'GPU 0: a test' || { echo 81920; sleep 0.1; echo 81920; }\n");
    write_program(folder_ / "bin/ctest", "cd " + folder_.string() +
                                             "\necho \"$*\" | sed 's/.*tests=error //' >>calls\n"
                                             "failing=fails-$(wc -l <calls)\n"
                                             "[ -e $failing ] || exit 0\n"
                                             "mkdir -p build/cuda/Testing/Temporary\n"
                                             "cp $failing build/cuda/Testing/Temporary/LastTestsFailed.log\n"
                                             "exit 8\n");
  }
  void TearDown() override { fs::remove_all(folder_); }

  int status() {
    return run_program({"/bin/bash", folder_ / "test", "--gpu", "--sanitizers"},
                       {"PATH=" + (folder_ / "bin").string() + ":/usr/bin:/bin"})
        .status;
  }
  int calls() { return count_lines(text_of(folder_ / "calls")); }

  const fs::path folder_ = temporary_file("sanitizers");
};

TEST_F(RunSanitizers, RunAfterThePlainTests) {
  EXPECT_EQ(status(), 0);
  EXPECT_EQ(calls(), 2);
  EXPECT_NE(text_of(folder_ / "calls").find(" -LE sanitizer\n"), std::string::npos);
  EXPECT_NE(text_of(folder_ / "calls").find(" -L sanitizer"), std::string::npos);
}

TEST_F(RunSanitizers, PlainTestsThatFailBesideOthersRunOnceMoreAlone) {
  write(folder_ / "fails-1", "3:ch12_streams.graphs\n17:common.timer\n");
  EXPECT_EQ(status(), 0);
  EXPECT_EQ(calls(), 3);
  EXPECT_NE(text_of(folder_ / "calls").find("\n-j 1 -R ^(ch12_streams[.]graphs|common[.]timer)$\n"), std::string::npos)
      << text_of(folder_ / "calls");
}

TEST_F(RunSanitizers, ATestThatFailsAloneTooIsAFailure) {
  write(folder_ / "fails-1", "17:common.timer\n");
  write(folder_ / "fails-2", "17:common.timer\n");
  EXPECT_EQ(status(), 1);
}

TEST_F(RunSanitizers, WhatASanitizerFindsIsAFailure) {
  write(folder_ / "fails-2", "3:ch12_streams.graphs.memcheck\n");
  EXPECT_EQ(status(), 1);
  EXPECT_EQ(calls(), 2);
  fs::remove(folder_ / "calls");
  write(folder_ / "fails-1", "17:common.timer\n");  // right when it runs alone: the third call is the sanitizers'
  fs::rename(folder_ / "fails-2", folder_ / "fails-3");
  EXPECT_EQ(status(), 1);
  EXPECT_EQ(calls(), 3);
}

TEST_F(RunSanitizers, AFailureThatNamesNoTestIsOne) {
  write(folder_ / "fails-1", "");
  EXPECT_EQ(status(), 1);
}

}  // namespace
