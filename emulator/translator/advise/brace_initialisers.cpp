#include "advise/brace_initialisers.hpp"

#include <algorithm>
#include <array>

namespace cu2cpp {
namespace {

// Words before a name that declare no variable with it.
constexpr std::array<std::string_view, 9> others = {"struct", "class", "union", "enum", "namespace",
                                                    "return", "new",   "goto",  "throw"};

// name { one expression } after a type, the { being at i.
bool initialises(const Tokens& t, std::size_t i, std::size_t close) {
  const Token& type = t[i - 2];
  const bool typed = type.kind == Kind::identifier || type.is("*") || type.is("&") || type.is(">");
  if (t[i - 1].kind != Kind::identifier || !typed || close == i + 1) return false;
  if (std::find(others.begin(), others.end(), type.text) != others.end()) return false;
  for (std::size_t k = i + 1; k < close; ++k) {
    if (t[k].is(";") || t[k].is(",") || t[k].is("{")) return false;
    if (t[k].is("(") || t[k].is("[")) k = std::min(closing(t, k), close);
  }
  return t[close + 1].is(";") || t[close + 1].is(",");
}

}  // namespace

BraceInitialisersAsAssignments::BraceInitialisersAsAssignments(SourceFile& file, const Survey& survey) : t_(file.code) {
  for (std::size_t i = 2; i + 1 < t_.size(); ++i) {
    if (!t_[i].is("{") || survey.owner[i] < 0) continue;
    const std::size_t close = closing(t_, i);
    if (close == npos || close + 1 >= t_.size() || !initialises(t_, i, close)) continue;
    braces_.emplace_back(i, close);
  }
  for (const auto& [open, close] : braces_) {
    t_[open].text = "=";
    t_[close].text = " ";
  }
}

BraceInitialisersAsAssignments::~BraceInitialisersAsAssignments() {
  for (const auto& [open, close] : braces_) {
    t_[open].text = "{";
    t_[close].text = "}";
  }
}

}  // namespace cu2cpp
