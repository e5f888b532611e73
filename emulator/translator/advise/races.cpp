#include "advise/races.hpp"

#include <algorithm>
#include <tuple>

#include "advise/flag_reads.hpp"
#include "advise/lost_updates.hpp"
#include "advise/missing_barrier.hpp"
#include "advise/pass.hpp"
#include "advise/warp_steps.hpp"

namespace cu2cpp {
namespace {

// The name before the <<< at i: k<<<, k<int, 4><<<; empty for an expression.
std::string_view launched(const Tokens& t, std::size_t i) {
  if (i == 0) return {};
  std::size_t name = i - 1;
  if (t[name].is(">")) {
    name = opening_angle(t, name);
    if (name == npos || name == 0) return {};
    --name;
  }
  return t[name].kind == Kind::identifier ? t[name].text : std::string_view();
}

// <<<anything, 1>>>, <<<1, dim3(1), …>>>
bool has_one_thread(const Tokens& t, std::size_t i) {
  std::size_t k = i + 1;
  while (k < t.size() && !t[k].is(",") && !t[k].is(";")) {
    k = t[k].is("(") || t[k].is("{") || t[k].is("[") ? closing(t, k) : k;
    if (k == npos) return false;
    ++k;
  }
  if (k + 2 >= t.size() || !t[k].is(",")) return false;
  ++k;
  if (t[k].is("dim3") && t[k + 1].is("(")) k += 2;
  const Token& behind = t[k + 1];
  return t[k].is("1") && (behind.is(">") || behind.is(",") || behind.is(">>>") ||
                          (behind.is(")") && k + 2 < t.size() && (t[k + 2].is(">") || t[k + 2].is(","))));
}

}  // namespace

bool is_wait(const Token& token) {
  const auto has = [&](std::string_view part) { return token.text.find(part) != npos; };
  return token.kind == Kind::identifier ? has("sync") || has("barrier") : token.kind == Kind::text && has("bar");
}

void Facts::add(const SourceFile& file, const Survey& survey) {
  const auto look = [&](const Tokens& t) {
    for (std::size_t i = 0; i < t.size(); ++i) {
      if (!t[i].is("<<<")) continue;
      const std::string_view name = launched(t, i);
      if (!name.empty()) (has_one_thread(t, i) ? one_ : several_).emplace(name);
    }
  };
  look(file.code);
  for (const Macro& macro : file.macros) look(macro.body);
  for (const Function& f : survey.functions) {
    if (f.global || f.body_end == 0) continue;
    auto& [name, called] = calls_.emplace_back();
    name = f.name;
    for (std::size_t i = f.body_begin; i < f.body_end; ++i) {
      if (is_wait(file.code[i])) waiting_.insert(f.name);
      if (file.code[i].kind == Kind::identifier) called.emplace(file.code[i].text);
    }
  }
}

bool Facts::waits(std::string_view function) const {
  for (bool more = !calls_.empty(); more;) {
    more = false;
    for (const auto& [name, called] : calls_) {
      const bool waits = std::any_of(called.begin(), called.end(), [&](const auto& c) { return waiting_.contains(c); });
      if (waits) more |= waiting_.insert(name).second;
    }
  }
  calls_.clear();
  return waiting_.contains(function);
}

std::vector<Note> advise_on_races(const SourceFile& file, const Survey& survey, const Facts& facts) {
  std::vector<Note> notes;
  Races out{notes, facts};
  const auto is_looked_at = [&](const Function& f) {
    if (f.body_end == 0 || (!f.device && !f.global)) return false;
    return !f.global || facts.has_several_threads(f.name, !ThreadWords(file.code, f.body_begin, f.body_end).empty());
  };
  for (const Function& f : survey.functions) {
    if (f.global && is_looked_at(f)) find_missing_barriers(file, f, out);
  }
  for (const Function& f : survey.functions) {
    if (!is_looked_at(f)) continue;
    if (f.global) {
      find_lost_updates(file, survey, f, out);
      find_flag_reads(file, f, out);
    }
    find_warp_steps(file, survey, f, out);
  }
  const auto place = [&](const Note& n) { return std::tuple(file.line_of(n.offset), n.text); };
  std::stable_sort(notes.begin(), notes.end(), [&](const Note& a, const Note& b) { return place(a) < place(b); });
  notes.erase(
      std::unique(notes.begin(), notes.end(), [&](const Note& a, const Note& b) { return place(a) == place(b); }),
      notes.end());
  return notes;
}

}  // namespace cu2cpp
