#include <algorithm>

#include "read/survey.hpp"

namespace cu2cpp {

bool is_configuration(const Macro& macro) {
  const Tokens& b = macro.body;
  return b.size() > 4 && b.front().is("<<<") &&
         std::all_of(b.end() - 3, b.end(), [](const Token& t) { return t.is(">"); });
}

namespace {
void note_given_launches(const Tokens& t, std::set<std::string, std::less<>>& names) {
  std::vector<std::string_view> open;  // the name before each parenthesis that is open here
  for (std::size_t i = 0; i < t.size(); ++i) {
    if (t[i].is("(")) open.push_back(i > 0 && t[i - 1].kind == Kind::identifier ? t[i - 1].text : "");
    if (t[i].is(")") && !open.empty()) open.pop_back();
    if (t[i].is("<<<")) names.insert(open.begin(), open.end());
  }
}
}  // namespace

void Program::add(const SourceFile& file, const Survey& survey) {
  for (const Function& f : survey.operators) functions.emplace(f.name, f);
  for (const Function& f : survey.functions) {
    functions.emplace(f.name, f);
    for (std::size_t i = f.head_begin; i <= f.parameters_end; ++i) {
      if (file.certain[i]) continue;
      doubtful.insert(f.name);
      break;
    }
  }
  for (const Declaration& d : survey.declarations) {
    if (d.external) external.insert(d.names.begin(), d.names.end());
  }
  for (const Variable& v : survey.device_variables) {
    device_variables.insert(v.name);
    if (v.constant) constant_variables.insert(v.name);
    if (!file.certain[v.name_at]) doubtful.insert(v.name);
  }
  for (const Variable& v : survey.host_variables) {
    host_variables.insert(v.name);
    if (!file.certain[v.name_at]) doubtful.insert(v.name);
  }
  for (std::size_t i = 0; i + 2 < file.code.size(); ++i) {
    using_std |= file.code[i].is("using") && file.code[i + 1].is("namespace") && file.code[i + 2].is("std");
  }
  note_given_launches(file.code, given_launches);
  for (const Macro& m : file.macros) {
    macros.insert(m.name);
    for (const Token& t : m.body) {
      if (t.kind == Kind::identifier) macro_words[m.name].emplace(t.text);
    }
    if (!m.takes_arguments) macro_bodies.emplace(m.name, m.body);
    if (is_configuration(m)) configurations.insert(m.name);
  }
}

bool Program::is_kernel(std::string_view name) const {
  const auto [first, last] = functions.equal_range(name);
  return first != last && !macros.contains(name) &&
         std::all_of(first, last, [](const auto& entry) { return entry.second.global && !entry.second.member; });
}

bool Program::shares_name(std::string_view name) const {
  const auto [first, last] = functions.equal_range(name);
  const auto global = [](const auto& entry) { return entry.second.global; };
  const auto other = [](const auto& entry) { return !entry.second.global && !entry.second.member; };
  return std::any_of(first, last, global) && std::any_of(first, last, other);
}

bool Program::is_kernel_outside_of_classes(std::string_view name) const {
  const auto [first, last] = functions.equal_range(name);
  return !macros.contains(name) && !shares_name(name) &&
         std::any_of(first, last, [](const auto& entry) { return entry.second.global; });
}

bool Program::is_plain(const Function& f) const {
  return f.ordinary &&
         std::none_of(f.words.begin(), f.words.end(), [&](const std::string& w) { return macros.contains(w); });
}

}  // namespace cu2cpp
