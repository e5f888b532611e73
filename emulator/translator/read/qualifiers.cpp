#include "read/qualifiers.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "read/source_file.hpp"

namespace cu2cpp {
namespace {

constexpr std::array<std::pair<std::string_view, Qualifier>, 10> words = {{{"__global__", Qualifier::global},
                                                                           {"__device__", Qualifier::device},
                                                                           {"__host__", Qualifier::host},
                                                                           {"__shared__", Qualifier::shared},
                                                                           {"__constant__", Qualifier::constant},
                                                                           {"__managed__", Qualifier::managed},
                                                                           {"constexpr", Qualifier::compile_time},
                                                                           {"consteval", Qualifier::compile_time},
                                                                           {"static", Qualifier::static_},
                                                                           {"extern", Qualifier::extern_}}};

// A macro that expands to a whole function, or to a statement, is not a qualifier.
bool declares_only(const Macro& macro) {
  return std::none_of(macro.body.begin(), macro.body.end(), [](const Token& t) {
    return t.is("{") || t.is("}") || t.is(";") || t.is("=") || t.is("##") || t.is("[") || t.is("<<<");
  });
}

}  // namespace

unsigned qualifiers_of(std::string_view word) {
  const auto found = std::find_if(words.begin(), words.end(), [&](const auto& entry) { return entry.first == word; });
  return found == words.end() ? 0 : static_cast<unsigned>(found->second);
}

void QualifierMacros::add(const SourceFile& file) {
  for (const Macro& macro : file.macros) {
    Definition definition{0, {}, macro.takes_arguments};
    if (declares_only(macro)) {
      for (const Token& token : macro.body) {
        if (token.kind != Kind::identifier) continue;
        definition.qualifiers |= qualifiers_of(token.text);
        definition.names.emplace_back(token.text);
      }
    }
    definitions_.emplace(macro.name, std::move(definition));
  }
}

unsigned QualifierMacros::of(const Definition& definition) {
  unsigned all = definition.qualifiers;
  for (const std::string& name : definition.names) all |= of(name);
  return all;
}

unsigned QualifierMacros::of(std::string_view macro) {
  const auto [first, last] = definitions_.equal_range(macro);
  if (first == last) return 0;
  const auto [known, is_new] = known_.emplace(macro, 0);  // 0 while it is examined: a macro may name itself
  if (!is_new) return known->second;
  const unsigned one = of(first->second);
  unsigned all = 0;
  bool differs = false;
  for (auto entry = first; entry != last; ++entry) {
    const unsigned next = of(entry->second);
    differs |= next != one;
    all |= next;
  }
  if (all != 0 && differs) all |= static_cast<unsigned>(Qualifier::doubtful);
  return known->second = all;
}

void QualifierMacros::mark(Tokens& tokens) {
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (tokens[i].kind != Kind::identifier || tokens[i].qualifiers != 0) continue;
    const auto found = definitions_.find(tokens[i].text);
    if (found == definitions_.end()) continue;
    if (found->second.function_like && (i + 1 == tokens.size() || !tokens[i + 1].is("("))) continue;
    tokens[i].qualifiers = of(tokens[i].text);
  }
}

void QualifierMacros::mark(SourceFile& file) {
  mark(file.code);
  for (Macro& macro : file.macros) mark(macro.body);
}

}  // namespace cu2cpp
