// Shared by the tests of cu2cpp: a folder, and the translation of a file there.
#pragma once
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <string>
#include <vector>

namespace translator_test {

namespace fs = std::filesystem;

inline std::string read(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

struct Result {
  int status;
  std::string output;       // the compiler's input, without its first #line
  std::string messages;     // cu2cpp's messages
  std::string red_zones{};  // before __shared__ variables, removed from output
};

// Removes all matches from the text, and returns them.
inline std::string take_out(const std::string& what, std::string* text) {
  const std::regex pattern(what);
  std::string taken;
  for (std::sregex_iterator match(text->begin(), text->end(), pattern), end; match != end; ++match) {
    taken += match->str();
  }
  *text = std::regex_replace(*text, pattern, "");
  return taken;
}

class Translator : public testing::Test {
 protected:
  void SetUp() override {
    const std::string test = testing::UnitTest::GetInstance()->current_test_info()->name();
    folder = fs::temp_directory_path() / ("cu2cpp-" + test + '-' + std::to_string(getpid()));
    fs::create_directories(folder);
  }
  void TearDown() override { fs::remove_all(folder); }

  void write(const std::string& name, const std::string& text) const {
    fs::create_directories((folder / name).parent_path());
    std::ofstream(folder / name, std::ios::binary) << text;
  }

  Result run(const std::string& source, const std::string& options = "") const {
    write("in.cu", source);
    const std::string command =
        "cd '" + folder.string() + "' && " CU2CPP " " + options + " in.cu -o out.cpp 2>messages";
    const int status = std::system(command.c_str());
    Result result{WEXITSTATUS(status), read(folder / "out.cpp"), read(folder / "messages")};
    const std::string first = "#line 1 \"in.cu\"\n";
    if (result.status == 0) {
      EXPECT_EQ(result.output.substr(0, first.size()), first);
      result.output.erase(0, first.size());
      result.red_zones = take_out(R"(CUDA_EMULATOR_RED_ZONE\(\d+, \d+\) )", &result.output);
      const auto lines = [](const std::string& text) { return std::count(text.begin(), text.end(), '\n'); };
      if (result.output.find("#line") == std::string::npos) {  // a body that is generated twice counts its lines again
        EXPECT_EQ(lines(source), lines(result.output)) << "lines moved in\n" << result.output;
      }
    }
    return result;
  }

  void expect(const std::string& source, const std::string& output) const {
    const Result result = run(source);
    EXPECT_EQ(result.status, 0) << result.messages;
    EXPECT_EQ(result.output, output);
  }
  void expect_unchanged(const std::string& source) const { expect(source, source); }

  // One line, naming the file and the line as g++ does.
  void expect_error(const std::string& source, int line, const std::string& words) const {
    const Result result = run(source);
    EXPECT_EQ(result.status, 1) << source;
    const std::string start = "in.cu:" + std::to_string(line) + ": error: ";
    EXPECT_EQ(result.messages.substr(0, start.size()), start) << result.messages;
    EXPECT_NE(result.messages.find(words), std::string::npos) << result.messages;
    EXPECT_EQ(std::count(result.messages.begin(), result.messages.end(), '\n'), 1) << result.messages;
  }
  void expect_accepted(const std::string& source) const {
    const Result result = run(source);
    EXPECT_EQ(result.status, 0) << result.messages << source;
  }

  fs::path folder;
};

// The C++ for kernel<<<configuration>>>, which the arguments follow.
inline std::string launch(const std::string& kernel, const std::string& configuration, const std::string& label = "",
                          const std::string& capture = "[=]") {
  return "::cuda_emulator::Launch(" + (label.empty() ? '"' + kernel + '"' : label) + "," + configuration + ")(" +
         capture + "(auto... a_) CUDA_EMULATOR_KERNEL_CALL { " + kernel + "(a_...); }, " + capture +
         "(auto p_) -> decltype(p_(" + kernel + ")) { return p_(" + kernel + "); })";
}

}  // namespace translator_test
