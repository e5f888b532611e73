#include "rewrite/print_order.hpp"

#include <set>
#include <string>

namespace cu2cpp {
namespace {

using Names = std::set<std::string, std::less<>>;

// The ( of the call of the function named at i, or npos.
std::size_t call_at(const Tokens& t, std::size_t i) {
  if (t[i].kind != Kind::identifier || i + 1 >= t.size()) return npos;
  if (t[i + 1].is("(")) return i + 1;
  const std::size_t close = t[i + 1].is("<") ? closing_angle(t, i + 1) : npos;
  return close != npos && close + 1 < t.size() && t[close + 1].is("(") ? close + 1 : npos;
}

// Device functions that print, or call one that does.
Names printing_functions(const Tokens& t, const Survey& survey) {
  Names names;
  for (bool more = true; more;) {
    more = false;
    for (const Function& f : survey.functions) {
      if (!f.device || f.global || f.body_end == 0 || names.contains(f.name)) continue;
      for (std::size_t i = f.body_begin; i < f.body_end; ++i) {
        if (call_at(t, i) == npos || (!t[i].is("printf") && !names.contains(t[i].text))) continue;
        names.insert(f.name);
        more = true;
        break;
      }
    }
  }
  return names;
}

// The first token of object.f, pointer->f, array[i].f or scope::f, where f is at i; npos if it is none of these, or a
// declaration.
std::size_t expression_begin(const Tokens& t, std::size_t i) {
  while (t[i - 1].is(".") || t[i - 1].is("->") || t[i - 1].is("::")) {
    std::size_t before = i - 2;
    if (t[before].is("]")) {
      before = opening(t, before);
      if (before == npos || before == 0) return npos;
      --before;
    }
    if (t[before].kind != Kind::identifier) return npos;
    i = before;
  }
  const bool word = t[i - 1].kind == Kind::identifier && !t[i - 1].is("return") && !t[i - 1].is("else");
  return word || t[i - 1].is(">") ? npos : i;
}

}  // namespace

namespace {
// printf(…) -> (printing_at(line), printf(…)): the line of the call itself would have to be found in the line table.
void name_lines_of_printf(const SourceFile& file, const Survey& survey, std::vector<Edit>& edits) {
  const Tokens& t = file.code;
  for (const Function& f : survey.functions) {
    if (!f.global && !f.device) continue;
    for (std::size_t i = f.body_begin + 1; i < f.body_end; ++i) {
      if (!t[i].is("printf") || !t[i + 1].is("(") || t[i - 1].is(".") || t[i - 1].is("->")) continue;
      std::size_t begin = i;
      if (t[i - 1].is("::")) begin = t[i - 2].is("std") ? i - 2 : t[i - 2].kind == Kind::identifier ? npos : i - 1;
      const std::size_t close = closing(t, i + 1);
      if (close == npos || begin == npos) continue;
      // int printf(…) is a declaration; return printf(…) is not.
      const bool word = t[begin - 1].kind == Kind::identifier && !t[begin - 1].is("return") &&
                        !t[begin - 1].is("else") && !t[begin - 1].is("do");
      if (word) continue;
      edits.push_back({t[begin].begin, t[begin].begin,
                       "(::cuda_emulator::printing_at(" + std::to_string(file.line_of(t[i].begin)) + "), "});
      edits.push_back({t[close].end(), t[close].end(), ")"});
    }
  }
}
}  // namespace

void name_calls_of_printing(const SourceFile& file, const Survey& survey, std::vector<Edit>& edits) {
  name_lines_of_printf(file, survey, edits);
  const Tokens& t = file.code;
  const Names names = printing_functions(t, survey);
  if (names.empty()) return;
  for (const Function& f : survey.functions) {
    if (!f.global) continue;
    for (std::size_t i = f.body_begin + 1; i < f.body_end; ++i) {
      const std::size_t open = names.contains(t[i].text) ? call_at(t, i) : npos;
      const std::size_t close = open == npos ? npos : closing(t, open),
                        begin = open == npos ? npos : expression_begin(t, i);
      if (close == npos || begin == npos) continue;
      edits.push_back({t[begin].begin, t[begin].begin,
                       "(::cuda_emulator::CallAt(" + std::to_string(file.line_of(t[i].begin)) + "), "});
      edits.push_back({t[close].end(), t[close].end(), ")"});
    }
  }
}

}  // namespace cu2cpp
