#include "thread_words.hpp"

#include <algorithm>
#include <array>

namespace cu2cpp {
namespace {

constexpr std::array<std::string_view, 11> assignments = {
    "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="};

bool is_assignment(const Token& token) {
  return std::find(assignments.begin(), assignments.end(), token.text) != assignments.end();
}

}  // namespace

ThreadWords::ThreadWords(const Tokens& tokens, std::size_t begin, std::size_t end) : t_(tokens) {
  for (std::size_t i = begin; i < end; ++i) {
    if (t_[i].is("threadIdx")) words_.emplace(t_[i].text);
  }
  for (std::size_t known = 0; known != words_.size();) {
    known = words_.size();
    for (std::size_t i = begin; i + 2 < end; ++i) {
      if (t_[i].kind != Kind::identifier || t_[i - 1].is(".") || t_[i - 1].is("->")) continue;
      const bool assigned = t_[i + 1].is("=") ? !t_[i + 2].is("=") : is_assignment(t_[i + 1]);
      std::size_t last = i + 1;
      while (assigned && last < end && !t_[last].is(";") && !t_[last].is(",")) {
        if (t_[last].is("(") || t_[last].is("[")) last = std::min(closing(t_, last), end);
        ++last;
      }
      if (assigned && occur(i + 1, std::min(last, end))) words_.emplace(t_[i].text);
    }
  }
}

bool ThreadWords::occur(std::size_t begin, std::size_t end) const {
  return std::any_of(t_.begin() + static_cast<std::ptrdiff_t>(begin), t_.begin() + static_cast<std::ptrdiff_t>(end),
                     [&](const Token& t) { return words_.contains(t.text); });
}

bool ThreadWords::mean_one(std::size_t open) const {
  const std::size_t close = closing(t_, open);
  if (close == npos || !occur(open, close)) return false;
  for (std::size_t i = open + 1; i < close; ++i) {
    if (t_[i].is("==") || (t_[i].is("=") && t_[i + 1].is("=")) || (t_[i].is("<") && t_[i + 1].is("1"))) return true;
    if (t_[i].is("!") && words_.contains(t_[i + 1].text)) return true;
  }
  return false;
}

}  // namespace cu2cpp
