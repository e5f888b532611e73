#include "rewrite/spin_loops.hpp"

#include <algorithm>

namespace cu2cpp {
namespace {

using Names = std::set<std::string, std::less<>>;

// Values that other threads change are read by an atomic operation, an acquire, or as a volatile.
bool looks_at_others(const Token& t) {
  return t.kind == Kind::identifier &&
         (t.text.starts_with("atomic") || t.text.find("acquire") != npos || t.is("volatile"));
}

bool is_barrier(const Token& t) {
  return t.text.starts_with("__sync") || t.is("sync") || t.text.find("_sync") != npos || t.is("__nanosleep");
}

Names volatile_names(const Tokens& t) {
  Names names;
  for (std::size_t i = 0; i < t.size(); ++i) {
    if (!t[i].is("volatile") || (i > 0 && t[i - 1].text.starts_with("asm"))) continue;
    for (std::size_t k = i + 1; k + 1 < t.size() && k < i + 8; ++k) {
      const Token& after = t[k + 1];
      const bool ends = after.is(";") || after.is(",") || after.is("[") || after.is("=") || after.is(")");
      if (t[k].kind == Kind::identifier && ends) names.emplace(t[k].text);
      if (ends || t[k].is(")")) break;
    }
  }
  return names;
}

}  // namespace

void SpinLoops::loop(std::size_t i) {
  if (i + 1 >= t_.size() || !t_[i + 1].is("(") || ends_do_loop(i) || in_constant_function(i)) return;
  const std::size_t close = closing(t_, i + 1);
  if (close == npos || close + 1 >= t_.size()) return;
  by_clock_ = asks_clock(i + 1, close);
  if (t_[i].is("for") && !t_[close - 1].is(";")) return stepping_loop(i + 1, close);
  body(close + 1, i + 1, close);
}

// for (init; condition; step): if the condition reads what the step changes, the loop counts and does not wait.
void SpinLoops::stepping_loop(std::size_t open, std::size_t close) {
  std::vector<std::size_t> ends;
  for (std::size_t k = open + 1; k < close; ++k) {
    if (t_[k].is(";")) ends.push_back(k);
    if (t_[k].is("(") || t_[k].is("[") || t_[k].is("{")) k = closing(t_, k);
    if (k == npos) return;
  }
  if (ends.size() != 2) return;
  const std::size_t begin = ends[0] + 1, end = ends[1];
  const auto counted = [&](const Token& t) {
    return t.kind == Kind::identifier &&
           std::any_of(at(end), at(close), [&](const Token& step) { return step.text == t.text; });
  };
  const bool counts = std::any_of(at(begin), at(end), counted);
  const bool waits = std::any_of(at(begin), at(end), [&](const Token& t) { return observes(t) && !counted(t); });
  const bool empty = t_[close + 1].is(";") || (t_[close + 1].is("{") && closing(t_, close + 1) == close + 2);
  if (waits || (empty && !counts && begin < end) || (begin == end && observes_in_body(close + 1)))
    relax(close + 1, yield());
}

void SpinLoops::do_loop(std::size_t i) {
  if (i + 1 >= t_.size() || !t_[i + 1].is("{") || in_constant_function(i)) return;
  const std::size_t close = closing(t_, i + 1);
  if (close == npos || close + 2 >= t_.size() || !t_[close + 1].is("while") || !t_[close + 2].is("(")) return;
  const std::size_t end = closing(t_, close + 2);
  if (end == npos) return;
  by_clock_ = asks_clock(close + 2, end);
  body(i + 1, close + 2, end);
}

void SpinLoops::body(std::size_t first, std::size_t condition_begin, std::size_t condition_end) {
  const bool empty = t_[first].is(";") || (t_[first].is("{") && closing(t_, first) == first + 1);
  const bool endless =
      condition_end == condition_begin + 1 || t_[condition_end - 1].is(";") ||
      (condition_end == condition_begin + 2 && (t_[condition_begin + 1].is("true") || t_[condition_begin + 1].is("1")));
  const bool waits = empty || observes(condition_begin, condition_end);
  if (waits || (endless && observes_in_body(first))) {
    relax(first, yield());
  } else if (polls_in_body(first) && !counts(condition_begin, condition_end)) {
    relax(first, "::cuda_emulator::spin_hint();");
  }
}

// while (!done), and the body looks at *flag: it works between its looks at a volatile, so few iterations yield.
bool SpinLoops::polls_in_body(std::size_t first) const {
  const std::size_t close = t_[first].is("{") ? closing(t_, first) : npos;
  if (close == npos) return false;
  return std::any_of(at(first), at(close),
                     [&](const Token& t) { return t.is("volatile") || volatile_names_.contains(t.text); });
}

// Most loops until a number is reached do not wait.
bool SpinLoops::counts(std::size_t begin, std::size_t end) const {
  return std::any_of(at(begin), at(end),
                     [](const Token& t) { return t.is("<") || t.is(">") || t.is("<=") || t.is(">="); });
}

bool SpinLoops::observes_in_body(std::size_t first) const {
  const std::size_t close = t_[first].is("{") ? closing(t_, first) : npos;
  return close != npos && observes(first, close);
}

std::string_view SpinLoops::yield() const {
  return by_clock_ ? "::cuda_emulator::relax_by_clock();" : "::cuda_emulator::relax();";
}

// The call goes before the loop's body, which begins at first.
void SpinLoops::relax(std::size_t first, std::string_view text) {
  const std::string call(text);
  if (t_[first].is(";")) {
    replace(t_[first].begin, t_[first].end(), call);
  } else if (t_[first].is("{")) {
    const std::size_t close = closing(t_, first);
    if (close == npos || has_barrier(first, close)) return;
    replace(t_[first].end(), t_[first].end(), call);
  } else if (const std::size_t end = expression_end(first); end != npos && !has_barrier(first, end)) {
    replace(t_[first].begin, t_[first].begin, '{' + call + ' ');
    replace(t_[end].end(), t_[end].end(), "}");
  }
}

// The ; of the statement that begins at i, if it is only an expression, or continue.
std::size_t SpinLoops::expression_end(std::size_t i) const {
  for (const auto word : {"if", "for", "while", "do", "switch", "else", "case", "return", "break", "goto"}) {
    if (t_[i].is(word)) return npos;
  }
  for (std::size_t k = i; k < t_.size(); ++k) {
    if (t_[k].is(";")) return k;
    if (t_[k].is("(") || t_[k].is("[") || t_[k].is("{")) k = closing(t_, k);
    if (k == npos || t_[k].is("}") || t_[k].is(":")) return npos;
  }
  return npos;
}

bool SpinLoops::observes(const Token& t) const {
  return t.kind == Kind::identifier &&
         (looks_at_others(t) || volatile_names_.contains(t.text) || program_.polling.contains(t.text));
}

bool SpinLoops::observes(std::size_t begin, std::size_t end) const {
  return std::any_of(at(begin), at(end), [&](const Token& t) { return observes(t); });
}

bool SpinLoops::asks_clock(std::size_t begin, std::size_t end) const {
  return std::any_of(at(begin), at(end), [](const Token& t) { return t.is("clock"); });
}

bool SpinLoops::has_barrier(std::size_t begin, std::size_t end) const {
  return std::any_of(at(begin), at(end), is_barrier);
}

bool SpinLoops::ends_do_loop(std::size_t i) const {
  if (!t_[i].is("while") || i == 0) return false;
  if (t_[i - 1].is("}")) {
    const std::size_t open = opening(t_, i - 1);
    return open == npos || open == 0 || t_[open - 1].is("do");  // npos: the rest of a macro's do
  }
  if (!t_[i - 1].is(";")) return false;
  int depth = 0;  // do statement; while (…): the do is in the same block, shortly before
  for (std::size_t k = i - 1; k-- > 0 && depth >= 0;) {
    depth += t_[k].is(")") - t_[k].is("(");
    if (depth == 0 && (t_[k].is(";") || t_[k].is("{") || t_[k].is("}"))) return false;
    if (depth == 0 && t_[k].is("do")) return true;
  }
  return false;
}

bool SpinLoops::in_constant_function(std::size_t i) const {
  return survey_ && survey_->around(i) && survey_->around(i)->constant;
}

void SpinLoops::find_volatile_names() {
  volatile_names_ = volatile_names(t_);
}

bool add_polling_functions(const SourceFile& file, const Survey& survey, Program& program) {
  const Tokens& t = file.code;
  const Names names = volatile_names(t);
  bool more = false;
  for (const Function& f : survey.functions) {
    if (!f.device || f.global || f.body_end <= f.body_begin || program.polling.contains(f.name)) continue;
    const auto begin = t.begin() + static_cast<std::ptrdiff_t>(f.body_begin);
    const auto end = t.begin() + static_cast<std::ptrdiff_t>(f.body_end);
    const bool looks = std::any_of(begin, end, [&](const Token& token) {
      return looks_at_others(token) || names.contains(token.text) || program.polling.contains(token.text);
    });
    if (!looks || std::any_of(begin, end, is_barrier)) continue;
    program.polling.insert(f.name);
    more = true;
  }
  return more;
}

}  // namespace cu2cpp
