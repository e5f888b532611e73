#include "advise/declarations.hpp"

#include <algorithm>
#include <array>

namespace cu2cpp {

std::vector<Range> Declarations::call(std::size_t i, std::initializer_list<std::string_view> functions,
                                      std::size_t least) const {
  if (!t_[i + 1].is("(") || !survey_.around(i)) return {};
  if (std::find(functions.begin(), functions.end(), t_[i].text) == functions.end()) return {};
  std::vector<Range> list = arguments(t_, i + 1);
  return list.size() < least ? std::vector<Range>{} : list;
}

bool Declarations::is_pointer(std::size_t use) const {
  const Function* const at = survey_.around(use);
  if (!at) return false;
  const Function& in = *at;
  bool pointer = false;
  for (std::size_t k = in.parameters_begin; k < in.body_end; ++k) {
    if (t_[k].text != t_[use].text || t_[k].kind != Kind::identifier) continue;
    const Token& next = t_[k + 1];
    const bool ends = next.is(";") || next.is(",") || next.is("=") || next.is(")");
    const bool starred = t_[k - 1].is("*") && (t_[k - 2].kind == Kind::identifier || t_[k - 2].is("*") ||
                                               t_[k - 2].is(",") || t_[k - 2].is(">"));
    const bool declared = t_[k - 1].kind == Kind::identifier && !t_[k - 1].is("return") && !t_[k - 1].is("sizeof");
    if (declared || (starred && next.is("["))) return false;
    // T* x begins a statement, or continues a declaration; a * x does not.
    if (starred && ends && begins_declaration(k - 1)) pointer = true;
  }
  return pointer;
}

std::string_view Declarations::pointed_to(std::size_t use) const {
  const Function& in = *survey_.around(use);
  std::string_view type;
  for (std::size_t k = in.parameters_begin; k < in.body_end; ++k) {
    if (t_[k].text != t_[use].text || t_[k].kind != Kind::identifier) continue;
    const bool starred = t_[k - 1].is("*") && begins_declaration(k - 1);
    const bool array = t_[k + 1].is("[") && t_[k - 1].kind == Kind::identifier && !t_[k - 1].is("return");
    if (!starred && !array) continue;
    std::size_t first = k - 1;
    while (first > in.parameters_begin && !t_[first - 1].is(";") && !t_[first - 1].is("{") && !t_[first - 1].is("}") &&
           !t_[first - 1].is("(") && !(k < in.parameters_end && t_[first - 1].is(",")))
      --first;
    if (t_[first].is("const")) ++first;
    if (!t_[first + 1].is("*") && !(array && first + 1 == k)) return {};
    if (!type.empty() && type != t_[first].text) return {};
    type = t_[first].text;
  }
  return type;
}

Declarations::Elements Declarations::elements_of(Range argument) const {
  std::size_t k = argument.begin;
  const std::size_t length = argument.end - argument.begin;
  const bool data = length == 5 && t_[k + 1].is(".") && t_[k + 2].is("data");
  const bool first = length == 5 && t_[k].is("&") && t_[k + 2].is("[") && t_[k + 3].is("0");
  if (length != 1 && !data && !first) return {};
  if (first) ++k;
  if (t_[k].kind != Kind::identifier) return {};
  const std::string name(t_[k].text);
  if (const std::size_t angle = vector_angle(k); angle != npos) {
    return t_[angle + 2].is(">") ? Elements{name, std::string(t_[angle + 1].text)} : Elements{};
  }
  if (data) return {};
  const std::string_view type = pointed_to(k);
  return {name, std::string(type == "void" ? cast_to(k) : type)};
}

std::string_view Declarations::pointed_to_by(const std::vector<Range>& list) const {
  for (const std::size_t n : {0, 1}) {
    if (list[n].end != list[n].begin + 1 || is_pointer_to_pointer(list[n].begin)) continue;
    if (const std::string_view type = pointed_to(list[n].begin); !type.empty()) return type;
  }
  return {};
}

bool Declarations::is_pointer_to_pointer(std::size_t use) const {
  const Function& in = *survey_.around(use);
  for (std::size_t k = in.parameters_begin + 2; k < in.body_end; ++k) {
    if (t_[k].text != t_[use].text || !t_[k - 1].is("*")) continue;
    if (t_[k - 2].is("*") && t_[k - 3].kind == Kind::identifier && begins_declaration(k - 2)) return true;
    if (t_[k + 1].is("[") && begins_declaration(k - 1)) return true;
  }
  return false;
}

bool Declarations::holds_rows(std::size_t use, std::size_t length) const {
  if (length == 1) return is_pointer_to_pointer(use);
  const bool data = t_[use + 1].is(".") && t_[use + 2].is("data") && t_[use + 3].is("(");
  const bool first = t_[use - 1].is("&") && t_[use + 1].is("[") && t_[use + 2].is("0");
  if (length != 5 || (!data && !first)) return false;
  const Function& in = *survey_.around(use);
  for (std::size_t k = in.parameters_begin + 1; k < in.body_end; ++k) {
    if (t_[k].text != t_[use].text || !(t_[k - 1].is(">>") || (t_[k - 1].is(">") && t_[k - 2].is(">")))) continue;
    std::size_t inner = 0, at = k - 1;
    while (at > in.parameters_begin && !t_[at].is(";") && !t_[at].is("{") && !t_[at].is("(")) {
      inner += t_[at--].is("vector");
    }
    if (inner == 2) return true;
  }
  return false;
}

std::size_t Declarations::cast_of(std::size_t i) const {
  if (i + 4 >= t_.size() || !t_[i].is("(") || !t_[i + 2].is("*") || !t_[i + 3].is(")")) return npos;
  return t_[i + 1].kind == Kind::identifier && t_[i + 4].kind == Kind::identifier ? i + 4 : npos;
}

std::string_view Declarations::cast_to(std::size_t use) const {
  const Function& in = *survey_.around(use);
  std::string_view type;
  for (std::size_t k = in.body_begin; k + 4 < in.body_end; ++k) {
    const std::size_t name = cast_of(k);
    if (name == npos || t_[name].text != t_[use].text) continue;
    if (!type.empty() && type != t_[k + 1].text) return {};
    type = t_[k + 1].text;
  }
  return type;
}

std::string_view Declarations::type_of_symbol(std::string_view name) const {
  std::string_view type;
  for (std::size_t k = 2; k + 1 < t_.size(); ++k) {
    if (t_[k].text != name || !survey_.outside_functions[k] || (!t_[k + 1].is("[") && !t_[k + 1].is(";"))) continue;
    const bool declared = t_[k - 2].is("__constant__") || t_[k - 2].is("__device__");
    if (!declared || !type.empty()) return {};
    type = t_[k - 1].text;
  }
  return type;
}

std::size_t Declarations::vector_angle(std::size_t use) const {
  if (!survey_.around(use) || t_[use].kind != Kind::identifier) return npos;
  const Function& in = *survey_.around(use);
  for (std::size_t k = in.parameters_begin + 1; k < in.body_end; ++k) {
    if (t_[k].text != t_[use].text || t_[k].kind != Kind::identifier) continue;
    // The names of one declaration before it: std::vector<float> x(n), y(n).
    std::size_t angle = t_[k - 1].is("&") ? k - 2 : k - 1;
    while (angle > in.parameters_begin && t_[angle].is(",") && t_[angle - 1].is(")")) {
      angle = opening(t_, angle - 1);
      if (angle == npos || angle < in.parameters_begin + 2) return npos;
      angle -= 2;
    }
    if (!t_[angle].is(">")) continue;
    for (int depth = 0; angle > in.parameters_begin; --angle) {
      depth += t_[angle].is(">") ? 1 : t_[angle].is("<") ? -1 : 0;
      if (depth == 0) break;
    }
    if (t_[angle - 1].is("vector")) return angle;
  }
  return npos;
}

bool Declarations::is_statement_word(std::string_view word) {
  constexpr std::array<std::string_view, 5> words = {"return", "else", "case", "delete", "throw"};
  return std::find(words.begin(), words.end(), word) != words.end();
}

bool Declarations::is_type_word(std::string_view word) {
  constexpr std::array<std::string_view, 14> words = {"const",    "struct",   "unsigned", "signed",   "static",
                                                      "long",     "extern",   "enum",     "short",    "int",
                                                      "volatile", "register", "typename", "constexpr"};
  return std::find(words.begin(), words.end(), word) != words.end();
}

bool Declarations::is_parameter_list(std::size_t open) const {
  return std::any_of(survey_.functions.begin(), survey_.functions.end(),
                     [&](const Function& f) { return f.parameters_begin == open; });
}

bool Declarations::begins_declaration(std::size_t star) const {
  std::size_t k = star;
  while (k > 0 && !t_[k].is(";") && !t_[k].is("{") && !t_[k].is("}") && !t_[k].is("(")) {
    if (t_[k].is(")")) {
      k = opening(t_, k);
      if (k == npos) return false;
    }
    --k;
  }
  // A condition, or the arguments of a call: f(a * b[i]).
  if (t_[k].is("(") && !t_[k - 1].is("for") && !is_parameter_list(k)) return false;
  std::size_t at = k + 1;
  bool named = false;  // in front of the type's *
  for (; at < star && !t_[at].is("*"); ++at) {
    if (t_[at].is("<")) {
      at = closing_angle(t_, at);
      if (at == npos || at > star) return false;
      continue;
    }
    const bool plain = t_[at - 1].kind == Kind::identifier && named && !is_type_word(t_[at - 1].text);
    if (t_[at].is("::")) {
      named = false;
    } else if (t_[at].kind != Kind::identifier || is_statement_word(t_[at].text) ||
               (plain && !is_type_word(t_[at].text))) {
      return false;
    } else {
      named = true;
    }
  }
  // That *, one behind it, or the first of a later name: T **x, *y = …, *z
  return named && (t_[star - 1].is("*") || t_[star - 1].is(",") || at == star);
}

}  // namespace cu2cpp
