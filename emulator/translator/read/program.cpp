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
  for (const std::vector<Function>* list : {&survey.functions, &survey.operators}) {
    for (const Function& f : *list) {
      if (f.body_end <= f.body_begin) continue;
      auto& names = mentions.emplace(f.name, std::set<std::string, std::less<>>())->second;
      for (std::size_t i = f.parameters_end; i < f.body_end; ++i) {
        if (file.code[i].kind == Kind::identifier) names.emplace(file.code[i].text);
      }
    }
  }
  for (const Class& c : survey.classes) {
    Class& known = classes[c.name];
    known.hidden |= c.hidden;
    known.constructs |= c.constructs;
    known.sets_members |= c.sets_members;
    known.parts.insert(c.parts.begin(), c.parts.end());
  }
  for (const HostVariable& v : survey.host_constants) {
    host_constants.emplace(v.name, v);
    if (!file.certain[v.name_at]) doubtful.insert(v.name);
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

bool Program::constructs(std::string_view name, bool members) const {
  std::vector<std::string> waiting{std::string(name)};
  std::set<std::string> seen;
  while (!waiting.empty()) {
    const auto found = classes.find(waiting.back());
    waiting.pop_back();
    if (found == classes.end() || !seen.insert(found->first).second || macros.contains(found->first)) continue;
    if (found->second.constructs || (members && found->second.sets_members)) return true;
    waiting.insert(waiting.end(), found->second.parts.begin(), found->second.parts.end());
  }
  return false;
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

bool Program::is_used(const Function& f) const {
  return !f.of_template || std::any_of(mentions.begin(), mentions.end(), [&](const auto& entry) {
    return entry.first != f.name && entry.second.contains(f.name);
  });
}

bool Program::is_plain(const Function& f) const {
  return f.ordinary &&
         std::none_of(f.words.begin(), f.words.end(), [&](const std::string& w) { return macros.contains(w); });
}

}  // namespace cu2cpp
