#include "missing_barrier.hpp"

#include <algorithm>
#include <set>
#include <string>

#include "statements.hpp"
#include "thread_words.hpp"

namespace cu2cpp {
namespace {

class MissingBarrier : Statements {
 public:
  MissingBarrier(const SourceFile& file, const Function& function, std::vector<Edit>& edits)
      : Statements(file.code, function, edits), words_(t_, f_.body_begin, f_.body_end) {}

  void run() {
    find_arrays();
    for (std::size_t i = f_.body_begin + 1; i + 1 < f_.body_end; ++i) {
      if (t_[i].text.starts_with("atomic") && t_[i + 1].is("(")) let_others_count_first(i);
      if (words_.empty()) continue;
      if (t_[i].is("if") && t_[i + 1].is("(") && chooses_one(i + 1)) let_others_store_first(i);
      if (is_shared_element(i) && is_stored(i)) meet_behind_store(i);
    }
  }

 private:
  void let_others_store_first(std::size_t i) {
    const std::size_t body = closing(t_, i + 1) + 1, last = statement_last(body);
    if (last == npos || last >= f_.body_end || !reads_what_others_stored(i, body, last)) return;
    const bool braces = t_[body].is("{");
    insert(braces ? t_[body].end() : t_[body].begin,
           braces ? " ::cuda_emulator::after_stores();" : "{ ::cuda_emulator::after_stores(); ");
    if (!braces) insert(t_[last].end(), " }");
  }

  // In a kernel without any barrier warp_steps.cpp takes all such stores in step. In a loop without one, which would
  // take long, the store stays alone.
  void meet_behind_store(std::size_t i) {
    const std::size_t end = statement_last(i);
    if (end == npos || t_[end + 1].is("else") || !waits(f_.body_begin, f_.body_end) || is_in_chosen(i)) return;
    const std::size_t loop = loop_around(i);
    if (loop != npos && !waits(loop, statement_last(loop))) return;
    for (std::size_t k = end; k < f_.body_end && !is_wait(k); ++k) {
      // t[b] += q: what is updated is the lane's own.
      if (!is_shared_element(k) || t_[k].text != t_[i].text || assignment_at(sign_behind(k)) != npos) continue;
      if (element(k) == element(i) || is_in_chosen(k)) continue;
      if (loop_around(k) != loop) return;
      insert(t_[end].end(), " ::cuda_emulator::after_store(" + std::to_string(t_[i].begin) + ");");
      return;
    }
  }
  // All have added to a counter when one of them reads it plainly. A loop, such as one that waits, stays alone.
  void let_others_count_first(std::size_t i) {
    const bool address = t_[i + 2].is("&");
    const std::size_t name = address ? i + 3 : i + 2;
    const std::size_t close = closing(t_, i + 1);
    if (t_[name].kind != Kind::identifier || !t_[name + 1].is(",") || close == npos || !t_[close + 1].is(";")) return;
    if (!begins_statement(i) || loop_around(i) != npos || is_in_chosen(i)) return;
    for (std::size_t k = close; k < f_.body_end && !is_wait(k); ++k) {
      if (t_[k].text != t_[name].text || is_in_chosen(k)) continue;
      const Token& before = t_[k - 1];
      const bool read = address ? !before.is("&") && !before.is(".") && !before.is("->") && !t_[k + 1].is("[")
                                : before.is("*") && !is_operand(k - 2);
      if (!read || is_stored(k) || loop_around(k) != npos) return;
      insert(t_[close + 1].end(), " ::cuda_emulator::after_stores();");
      return;
    }
  }
  // Does `atomicAdd(…);` or `int old = atomicAdd(…);` with its call at i stand in a block of statements?
  [[nodiscard]] bool begins_statement(std::size_t i) const {
    std::size_t k = i - 1;
    if (t_[k].is("=")) {
      for (--k; t_[k].kind == Kind::identifier;) --k;
    }
    return t_[k].is(";") || t_[k].is("{") || t_[k].is("}");
  }
  [[nodiscard]] bool is_operand(std::size_t i) const {
    return t_[i].kind == Kind::identifier || t_[i].kind == Kind::number || t_[i].is(")") || t_[i].is("]");
  }
  // The innermost for, while or do that holds the token at i, or npos.
  [[nodiscard]] std::size_t loop_around(std::size_t i) const {
    for (std::size_t k = i; k-- > f_.body_begin + 1;) {
      if (!t_[k].is("for") && !t_[k].is("while") && !t_[k].is("do")) continue;
      const std::size_t last = statement_last(k);
      if (last == npos || last > i) return k;
    }
    return npos;
  }
  [[nodiscard]] bool is_wait(std::size_t i) const {
    const std::string_view word = t_[i].text;
    return word.find("sync") != npos || word.find("barrier") != npos;
  }
  [[nodiscard]] bool waits(std::size_t begin, std::size_t end) const {
    for (std::size_t i = begin; i < std::min(end, f_.body_end); ++i) {
      if (is_wait(i) || t_[i].text.find("atomic") != npos) return true;
    }
    return false;
  }
  [[nodiscard]] std::string element(std::size_t i) const {
    std::string text(t_[i].text);
    for (std::size_t k = i + 1; t_[k].is("[");) {
      const std::size_t close = closing(t_, k);
      if (close == npos) break;
      while (k <= close) text += t_[k++].text;
    }
    return text;
  }
  [[nodiscard]] bool is_shared_element(std::size_t k) const { return is_element(k) && shared_.contains(t_[k].text); }

  // What the block's threads share: __shared__ arrays, and memory that a parameter points to.
  void find_arrays() {
    for (std::size_t i = f_.parameters_begin + 1; i < f_.parameters_end; ++i) {
      const Token& next = t_[i + 1];
      std::size_t before = i - 1;
      while (t_[before].is("const") || t_[before].text.starts_with("__restrict")) --before;
      const bool ends = next.is(",") || next.is(")") || next.is("[");
      if (t_[i].kind == Kind::identifier && ends && (t_[before].is("*") || next.is("["))) arrays_.emplace(t_[i].text);
    }
    for (std::size_t i = f_.body_begin; i < f_.body_end; ++i) {
      if (!t_[i].is("__shared__")) continue;
      for (std::size_t k = i + 1; k < f_.body_end && !t_[k].is(";") && !t_[k].is("="); ++k) {
        if (t_[k].is("[") && t_[k - 1].kind == Kind::identifier) shared_.emplace(t_[k - 1].text);
      }
    }
    arrays_.insert(shared_.begin(), shared_.end());
  }

  // t % 2 == 0 means many.
  [[nodiscard]] bool chooses_one(std::size_t open) const {
    const std::size_t close = closing(t_, open);
    if (close == npos || !words_.mean_one(open)) return false;
    return std::none_of(t_.begin() + static_cast<std::ptrdiff_t>(open), t_.begin() + static_cast<std::ptrdiff_t>(close),
                        [](const Token& t) { return t.is("%") || t.is("/") || t.is("&") || t.is(">"); });
  }

  // Elements of other threads, which these have stored before the `if` at i with no barrier in between?
  [[nodiscard]] bool reads_what_others_stored(std::size_t i, std::size_t body, std::size_t last) const {
    std::set<std::string_view> read;
    for (std::size_t k = body; k <= last; ++k) {
      if (is_element(k) && !is_stored(k) && is_anothers(k)) read.insert(t_[k].text);
    }
    for (std::size_t k = i; !read.empty() && k-- > f_.body_begin + 1;) {
      if (is_wait(k)) return false;
      if (is_element(k) && read.contains(t_[k].text) && is_stored(k) && !is_in_chosen(k)) return true;
    }
    return false;
  }
  [[nodiscard]] bool is_element(std::size_t k) const {
    return t_[k].kind == Kind::identifier && arrays_.contains(t_[k].text) && t_[k + 1].is("[") && !t_[k - 1].is(".") &&
           !t_[k - 1].is("->") && !t_[k - 1].is("::");
  }
  // Where the sign of an assignment to the element at k would stand.
  [[nodiscard]] std::size_t sign_behind(std::size_t k) const {
    std::size_t sign = k + 1;
    while (t_[sign].is("[") && closing(t_, sign) != npos) sign = closing(t_, sign) + 1;
    return sign;
  }
  [[nodiscard]] bool is_stored(std::size_t k) const {
    const std::size_t sign = sign_behind(k);
    return t_[sign].is("=") && !t_[sign + 1].is("=");
  }
  // s[0], s[t] are the chosen thread's own; s[i] or s[1] are not.
  [[nodiscard]] bool is_anothers(std::size_t k) const {
    for (std::size_t open = k + 1; t_[open].is("[");) {
      const std::size_t close = closing(t_, open);
      if (close == npos) return false;
      for (std::size_t n = open + 1; n < close; ++n) {
        const bool member = t_[n - 1].is(".");
        if (t_[n].kind == Kind::identifier && !member && !words_.contains(t_[n].text)) return true;
        if (t_[n].kind == Kind::number && !t_[n].is("0")) return true;
      }
      open = close + 1;
    }
    return false;
  }
  [[nodiscard]] bool is_in_chosen(std::size_t i) const {
    for (std::size_t k = f_.body_begin + 1; k < i; ++k) {
      if (!t_[k].is("if") || !t_[k + 1].is("(") || !words_.mean_one(k + 1)) continue;
      const std::size_t last = statement_last(closing(t_, k + 1) + 1);
      if (last != npos && last > i) return true;
    }
    return false;
  }

  const ThreadWords words_;
  std::set<std::string, std::less<>> arrays_, shared_;  // arrays_: shared_ and what parameters point to
};

}  // namespace

void make_up_for_missing_barriers(const SourceFile& file, const Survey& survey, std::vector<Edit>& edits) {
  for (const Function& f : survey.functions) {
    if (f.global && f.body_end != 0) MissingBarrier(file, f, edits).run();
  }
}

}  // namespace cu2cpp
