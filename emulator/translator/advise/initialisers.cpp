#include "advise/initialisers.hpp"

#include <algorithm>
#include <array>

namespace cu2cpp {
namespace {

// Words before a name that declare no variable with it.
constexpr std::array<std::string_view, 9> others = {"struct", "class", "union", "enum", "namespace",
                                                    "return", "new",   "goto",  "throw"};

// After these name(x) is a variable; after another type it may be a call or a function.
constexpr std::array<std::string_view, 9> numbers = {"int",    "unsigned", "long",   "short", "char",
                                                     "size_t", "float",    "double", "auto"};
// name { one expression } after a type, the { or ( being at i.
bool initialises(const Tokens& t, std::size_t i, std::size_t close) {
  const Token& type = t[i - 2];
  const bool typed = type.kind == Kind::identifier || type.is("*") || type.is("&") || type.is(">");
  if (t[i - 1].kind != Kind::identifier || !typed || close == i + 1) return false;
  if (is_one_of(type, others)) return false;
  if (t[i].is("(") && (!is_one_of(type, numbers) || is_one_of(t[i + 1], numbers) || t[i + 1].is("const"))) return false;
  for (std::size_t k = i + 1; k < close; ++k) {
    if (t[k].is(";") || t[k].is(",") || t[k].is("{")) return false;
    if (t[k].is("(") || t[k].is("[")) k = std::min(closing(t, k), close);
  }
  return t[close + 1].is(";") || t[close + 1].is(",");
}

}  // namespace

InitialisersAsAssignments::InitialisersAsAssignments(SourceFile& file, const Survey& survey) : t_(file.code) {
  for (std::size_t i = 2; i + 1 < t_.size(); ++i) {
    if ((!t_[i].is("{") && !t_[i].is("(")) || survey.owner[i] < 0) continue;
    const std::size_t close = closing(t_, i);
    if (close == npos || close + 1 >= t_.size() || !initialises(t_, i, close)) continue;
    brackets_.push_back({i, close, t_[i].text, t_[close].text});
  }
  for (const Brackets& b : brackets_) {
    t_[b.open].text = "=";
    t_[b.close].text = " ";
  }
}

InitialisersAsAssignments::~InitialisersAsAssignments() {
  for (const Brackets& b : brackets_) {
    t_[b.open].text = b.before;
    t_[b.close].text = b.after;
  }
}

}  // namespace cu2cpp
