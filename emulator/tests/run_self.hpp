// Runs a disabled test of this program in a separate process, with other environment variables, because the number of
// devices, for example, is read only once.
#pragma once
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <string>

struct SelfRun {
  int status;
  std::string output;  // stdout and stderr
};

inline SelfRun run_self(const std::string& environment, const std::string& test) {
  char program[4096];
  const ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
  program[length < 0 ? 0 : length] = 0;
  const std::string command =
      "env " + environment + " '" + program + "' --gtest_also_run_disabled_tests --gtest_filter='" + test + "' 2>&1";
  SelfRun result{};
  FILE* const pipe = popen(command.c_str(), "r");
  for (int c; pipe && (c = fgetc(pipe)) != EOF;) result.output += static_cast<char>(c);
  result.status = pipe ? pclose(pipe) : -1;
  return result;
}
