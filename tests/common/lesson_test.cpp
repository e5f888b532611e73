// A lesson's program from its command line to its exit status.
#include "common/lesson.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "common/check.h"
#include "common/testing.h"

namespace {

struct Result {
  int status;
  std::string out, err;
};

Result run(
    Lesson& lesson, std::vector<std::string> words, const std::function<void()>& body = [] {}) {
  words.insert(words.begin(), "lesson");
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  const int status = lesson.main(static_cast<int>(words.size()), argv.data(), body);
  std::fflush(nullptr);
  const std::string out = testing::internal::GetCapturedStdout();
  return {status, out, testing::internal::GetCapturedStderr()};
}

TEST(Lesson, FirstLineNamesTheDevice) {
  Lesson lesson("name", "What it does.");
  const Result result = run(lesson, {});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(result.out.rfind("device: " + device_name() + "\nWhat it does.\n", 0), 0u) << result.out;
  if (emulated_device()) {
    EXPECT_NE(result.out.find("times are not a GPU's"), std::string::npos);
  }
}

TEST(Lesson, SizesAcceptExponentsAndHaveTheirOwnDefaultOnTheEmulator) {
  for (const auto& [word, expected] : {std::pair<std::string, std::size_t>{"1e6", 1000000}, {"0", 0}, {"123", 123}}) {
    Lesson lesson("name", "what");
    const std::size_t& n = lesson.size("--n", 7, 5, "elements");
    EXPECT_EQ(run(lesson, {"--n", word}).status, 0);
    EXPECT_EQ(n, expected);
  }
  Lesson lesson("name", "what");
  const std::size_t& n = lesson.size("--n", 7, 5, "elements");
  EXPECT_EQ(run(lesson, {}).status, 0);
  EXPECT_EQ(n, emulated_device() ? 5u : 7u);
}

TEST(Lesson, BadWordsGetOneLineAndStatus2) {
  const std::vector<std::vector<std::string>> bad = {
      {"--n", "-5"}, {"--n", "1e99"}, {"--n", "nan"},   {"--n", "2.5"},          {"--n", "ten"},
      {"--n", ""},   {"--n"},         {"--frobnicate"}, {"--precision", "half"}, {"--repeats", "0"}};
  for (const auto& words : bad) {
    Lesson lesson("name", "what");
    lesson.size("--n", 7, 5, "elements");
    const Result result = run(lesson, words, [] { FAIL() << "the lesson ran"; });
    EXPECT_EQ(result.status, 2) << words.back();
    EXPECT_EQ(count_lines(result.err), 1) << result.err;
    EXPECT_EQ(result.out, "");
  }
}

TEST(Lesson, HelpIsStatus0AndNamesTheOptions) {
  Lesson lesson("name", "what");
  lesson.heading("What is summed");
  lesson.size("--n", 7, 5, "elements");
  const Result result = run(lesson, {"--help"});
  EXPECT_EQ(result.status, 0);
  for (const char* option : {"--n", "--precision", "--repeats", "--peers", "--csv"})
    EXPECT_NE(result.out.find(option), std::string::npos) << option;
  EXPECT_LT(result.out.find("--csv"), result.out.find("What is summed"));
  EXPECT_LT(result.out.find("What is summed"), result.out.find("--n"));
}

TEST(Lesson, AWrongResultIsStatus1) {
  Lesson lesson("name", "what");
  EXPECT_EQ(run(lesson, {}, [&] { lesson.expect(false, "2 + 2 = 5"); }).status, 1);
  Lesson table("name", "what");
  EXPECT_EQ(run(table, {}, [&] { table.report({.bound = 0.5}).row("rung", 1, 0.6); }).status, 1);
  Lesson nan("name", "what");
  EXPECT_EQ(run(nan, {}, [&] { nan.report({.bound = 0.5}).row("rung", 1, std::nan("")); }).status, 1);
  Lesson right("name", "what");
  EXPECT_EQ(run(right, {}, [&] { right.report({.bound = 0.5}).row("rung", 1, 0.5); }).status, 0);
}

TEST(Lesson, ErrorsHaveTheirStatusAndOneLine) {
  const auto status_of = [](const std::function<void()>& body) {
    Lesson lesson("name", "what");
    const Result result = run(lesson, {}, body);
    EXPECT_EQ(count_lines(result.err), 1) << result.err;
    return result.status;
  };
  EXPECT_EQ(status_of([] { check(cudaErrorInvalidValue); }), 3);
  EXPECT_EQ(status_of([] { check(cudaErrorNoDevice); }), 77);
  EXPECT_EQ(status_of([] { throw UsageError("a malformed file"); }), 2);
  EXPECT_EQ(status_of([] { throw Unsupported("needs two devices"); }), 77);
  EXPECT_EQ(status_of([] { throw std::bad_alloc(); }), 3);
}

TEST(Lesson, WritesItsTableAsCsvAndMarkdown) {
  const std::string csv = temporary_file("table.csv"), markdown = temporary_file("table.md");
  Lesson lesson("name", "what");
  const Result result = run(lesson, {"--csv", csv, "--markdown", markdown}, [&] {
    Report& report = lesson.report({.bytes = 1e9});
    report.row("rung", 2, 0);
    report.print("see");
  });
  EXPECT_EQ(result.status, 0) << result.err;
  std::stringstream text;
  text << std::ifstream(csv).rdbuf() << std::ifstream(markdown).rdbuf();
  EXPECT_NE(text.str().find("rung,ms,GB/s,error\nrung,2.0000,500.0,0.0e+00\n"), std::string::npos) << text.str();
  EXPECT_NE(text.str().find("| rung | 2.0000 | 500.0 | 0.0e+00 |"), std::string::npos) << text.str();
  Lesson unwritable("name", "what");
  EXPECT_EQ(run(unwritable, {"--csv", "/no/such/folder/x.csv"}, [&] { unwritable.report({}).print(""); }).status, 3);
}

}  // namespace
