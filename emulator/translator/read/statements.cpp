#include "read/statements.hpp"

#include <algorithm>
#include <array>

namespace cu2cpp {

std::size_t Statements::statement_begin(std::size_t i) const {
  for (std::size_t k = i; k > f_.body_begin; --k) {
    const Token& before = t_[k - 1];
    if (before.is(";") || before.is("{") || before.is("}") || before.is(":") || before.is("else") || before.is("do")) {
      return k;
    }
    if (before.is("(")) return npos;
    if (before.is(")") || before.is("]")) {
      const std::size_t open = opening(t_, k - 1);
      if (open == npos || open == 0) return npos;
      if (before.is(")") && is_head(open - 1)) return k;
      k = open + 1;
    }
  }
  return npos;
}

std::size_t Statements::statement_end(std::size_t i) const {
  for (std::size_t k = i; k < f_.body_end; ++k) {
    if (t_[k].is(";")) return k;
    if (t_[k].is(")") || t_[k].is("}")) return npos;
    if (t_[k].is("(") || t_[k].is("[") || t_[k].is("{")) k = closing(t_, k);
    if (k == npos) break;
  }
  return npos;
}

std::size_t Statements::statement_last(std::size_t i) const {
  if (i >= f_.body_end) return npos;
  if (t_[i].is("{")) return closing(t_, i);
  if (t_[i].is("do")) {
    const std::size_t close = t_[i + 1].is("{") ? closing(t_, i + 1) : npos;
    return close == npos ? npos : statement_end(close + 1);
  }
  if (!is_head(i)) return t_[i].is("else") ? npos : statement_end(i);
  const std::size_t open = t_[i + 1].is("constexpr") ? i + 2 : i + 1, close = closing(t_, open);
  const std::size_t last = close == npos ? npos : statement_last(close + 1);
  return last != npos && t_[i].is("if") && t_[last + 1].is("else") ? statement_last(last + 2) : last;
}

bool Statements::is_head(std::size_t i) const {
  return t_[i].is("if") || t_[i].is("while") || t_[i].is("for") || t_[i].is("switch") || t_[i].is("constexpr");
}

std::size_t Statements::assignment_at(std::size_t k) const {
  std::string sign;
  std::size_t last = k;
  while (last < t_.size() && t_[last].kind == Kind::punctuation &&
         (last == k || t_[last].begin == t_[last - 1].end()) && sign.find('=') == npos) {
    sign += t_[last++].text;
  }
  if (std::find(assignments.begin(), assignments.end(), sign) == assignments.end()) return npos;
  if (last < t_.size() && ((t_[last].is("=") && t_[last].begin == t_[last - 1].end()) || t_[last].is("{"))) return npos;
  return last - 1;
}

bool Statements::is_changed(std::size_t i) const {
  const auto twice = [&](std::size_t k) {
    return (t_[k].is("+") && t_[k + 1].is("+")) || (t_[k].is("-") && t_[k + 1].is("-"));
  };
  const auto step = [&](std::size_t k) { return t_[k].is("++") || t_[k].is("--"); };
  return assignment_at(i + 1) != npos || step(i + 1) || step(i - 1) || twice(i + 1) || twice(i - 2);
}

std::size_t Statements::step_sign(std::size_t i) const {
  if (t_[i].is("++") || t_[i].is("--")) return i;
  const bool two = (t_[i].is("+") || t_[i].is("-")) && t_[i + 1].text == t_[i].text;
  return two && t_[i + 1].begin == t_[i].end() ? i + 1 : npos;
}

bool Statements::in_parentheses(std::size_t from, std::size_t i) const {
  int depth = 0;
  for (std::size_t k = from; k < i; ++k) depth += t_[k].is("(") - t_[k].is(")");
  return depth > 0;
}

}  // namespace cu2cpp
