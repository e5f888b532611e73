// Rewrites what no C++ compiler accepts; everything else is left as it stands, newlines included.
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

// Makes the file's device variables its own, as nvcc does without -rdc=true: two files may have one name for two.
std::vector<Edit> with_own_variables(const SourceFile& file, const Survey& survey, const Program& program,
                                     std::vector<Edit> edits);

// Throws SyntaxError where two edits overlap: neither knows what the other makes of the text.
void check_edits(std::vector<Edit> edits);

std::string with_edits(const std::string& text, std::vector<Edit> edits);

}  // namespace cu2cpp
