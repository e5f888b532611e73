// Shared by every part of the rewriting: one run of tokens, a file's code or the body of one macro.
#pragma once
#include <string>
#include <vector>

#include "rewrite/rewrite.hpp"

namespace cu2cpp {

class TokenRewriter {
 public:
  TokenRewriter(const SourceFile& file, const Tokens& tokens, const Survey* survey, const Program& program,
                std::vector<Edit>& edits)
      : file_(file), t_(tokens), survey_(survey), program_(program), edits_(edits) {}

 protected:
  // Replaces text; the newlines of the old text are kept after it (in a macro each with its backslash).
  void replace(std::size_t begin, std::size_t end, std::string text);
  [[nodiscard]] Tokens::const_iterator at(std::size_t i) const { return t_.begin() + static_cast<std::ptrdiff_t>(i); }

  const SourceFile& file_;
  const Tokens& t_;
  const Survey* survey_;  // null in a macro
  const Program& program_;
  std::vector<Edit>& edits_;
};

// The tokens [begin, end) on one line: without comments, and with one space for any whitespace.
std::string on_one_line(const Tokens& t, std::size_t begin, std::size_t end);
std::string as_literal(const std::string& text);  // a C++ string literal that contains the text

}  // namespace cu2cpp
