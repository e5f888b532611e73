#include "rewrite/token_rewriter.hpp"

#include <utility>

namespace cu2cpp {

void TokenRewriter::replace(std::size_t begin, std::size_t end, std::string text) {
  for (std::size_t i = begin; i < end; ++i) {
    if (file_.text[i] == '\n') text += survey_ ? "\n" : " \\\n";
  }
  edits_.push_back({begin, end, std::move(text)});
}

std::string on_one_line(const Tokens& t, std::size_t begin, std::size_t end) {
  std::string line;
  for (std::size_t i = begin; i < end; ++i) {
    if (i > begin && t[i].begin > t[i - 1].end()) line += ' ';
    line += t[i].text;
  }
  return line;
}

std::string as_literal(const std::string& text) {
  std::string literal = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') literal += '\\';
    literal += c == '\n' ? "\\n" : std::string(1, c);
  }
  return literal + '"';
}

}  // namespace cu2cpp
