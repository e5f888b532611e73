// Rewrites only what a C++ compiler does not accept; everything else is unchanged, including newlines.
#pragma once
#include <stdexcept>
#include <string>
#include <vector>

#include "read/source_file.hpp"
#include "read/survey.hpp"

namespace cu2cpp {

struct Edit {
  std::size_t begin, end;  // in SourceFile::text
  std::string text;
};

struct SyntaxError : std::runtime_error {
  SyntaxError(std::size_t at, const std::string& what) : std::runtime_error(what), offset(at) {}
  std::size_t offset;
};

std::vector<Edit> rewrite(const SourceFile& file, const Survey& survey, const Program& program);

// Makes the file's device variables local to it, as nvcc does without -rdc=true: two files may use one name for two
// variables, and an extern declaration defines another one.
std::vector<Edit> with_own_variables(const SourceFile& file, const Survey& survey, std::vector<Edit> edits);

// Throws SyntaxError if two edits overlap, because neither knows the other's text.
void check_edits(std::vector<Edit> edits);

std::string with_edits(const std::string& text, std::vector<Edit> edits);

}  // namespace cu2cpp
