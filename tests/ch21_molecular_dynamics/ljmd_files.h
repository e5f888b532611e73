// The program with input files: what it writes, and what it says of a file that is wrong.
#pragma once

#include <filesystem>
#include <fstream>
#include <sstream>

#include "ch21_molecular_dynamics/ljmd/ljmd.h"
#include "ch21_molecular_dynamics/ljmd/output_file.h"
#include "ch21_molecular_dynamics/ljmd/plan.h"
#include "ch21_molecular_dynamics/ljmd/xyz.h"
#include "common/lesson.h"
#include "common/testing.h"

namespace ljmd {

inline std::string written(const std::string& name, const std::string& text) {
  const std::string path = temporary_file(name);
  std::ofstream(path) << text;
  return path;
}

inline std::string text_of(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

// What read_plan says of a file with this text, without the file's path.
inline std::string complaint(const std::string& text) {
  const std::string path = written("wrong.in", text);
  try {
    read_plan(path);
  } catch (const UsageError& error) {
    const std::string what = error.what();
    EXPECT_EQ(what.rfind(path, 0), 0u) << what;
    return what.substr(path.size());
  }
  return "accepted";
}

}  // namespace ljmd
