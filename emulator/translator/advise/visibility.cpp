// Updates that get lost between threads: a lock whose stores no fence makes visible, and atomicCAS tried only once.
#include <algorithm>
#include <array>
#include <string>

#include "advise/advise.hpp"

namespace cu2cpp {
namespace {

class VisibilityAdviser : public Look {
 public:
  using Look::Look;

  // ---- while (atomicCAS(&mutex, 0, 1) != 0); *total += x; atomicExch(&mutex, 0);
  void lock_without_fence(const Function& f) {
    const std::size_t taken = place_of(f, f.body_begin, &VisibilityAdviser::takes_lock);
    if (taken == npos || has_fence({f.body_begin, f.body_end})) return;
    const std::size_t given = place_of(f, behind(taken), &VisibilityAdviser::gives_lock);
    if (given == npos || !assigns({behind(taken), given})) return;
    if (takes_lock(taken) && gives_lock(given) && word_of(taken) != word_of(given)) return;
    for (std::size_t i = f.body_begin; i < f.body_end; ++i) {
      const Function* const called = own_function(i);
      if (called && has_fence({called->body_begin, called->body_end})) return;
    }
    note(given,
         "the lock is released here, but no __threadfence() stands between what was stored under it and this: "
         "its next owner may read old values");
  }

  // ---- old = *p; atomicCAS(p, old, old * factor);
  void swap_tried_once(const Function& f) {
    for (std::size_t i = f.body_begin; i < f.body_end; ++i) {
      if (t_[i].is("while") || t_[i].is("do")) return;
    }
    for (std::size_t i = f.body_begin + 1; i < f.body_end; ++i) {
      if (!t_[i].is("atomicCAS") || !t_[i + 1].is("(") || !is_result_lost(f, i)) continue;
      const std::vector<Range> list = arguments(i + 1);
      if (list.size() != 3) continue;
      const std::string_view word = base_of(list[0]);
      if (word.empty()) continue;
      const bool is_read_here = contains(list[1], word);
      const std::string_view old = is_read_here ? word : made_of(f, i, list[1], word);
      if (old.empty() || !(contains(list[2], old) || !made_of(f, i, list[2], old).empty())) continue;
      note(i,
           "atomicCAS is tried once: if another thread has changed the value since, it stores nothing, and this update "
           "is lost; repeat it in a loop until it returns the expected value");
    }
  }

  void look() {
    for (const Function& f : survey_.functions) {
      if (f.body_end <= f.body_begin || !(f.global || f.device)) continue;
      lock_without_fence(f);
      swap_tried_once(f);
    }
  }

 private:
  // The first place from which on the function does it, by itself or by a call of another function of the file.
  [[nodiscard]] std::size_t place_of(const Function& f, std::size_t from,
                                     bool (VisibilityAdviser::*does)(std::size_t) const) const {
    for (std::size_t i = from; i < f.body_end; ++i) {
      if ((this->*does)(i)) return i;
      const Function* const called = own_function(i);
      for (std::size_t k = called ? called->body_begin : 0; called && k < called->body_end; ++k) {
        if ((this->*does)(k)) return i;
      }
    }
    return npos;
  }
  // In the condition of a loop, or of an if that a loop repeats.
  [[nodiscard]] bool takes_lock(std::size_t i) const {
    if ((!t_[i].is("while") && !t_[i].is("if")) || !t_[i + 1].is("(")) return false;
    const std::size_t close = closing(t_, i + 1);
    for (std::size_t k = i + 2; close != npos && k < close; ++k) {
      if (sets_word(k, "1")) return true;
    }
    return false;
  }
  [[nodiscard]] bool gives_lock(std::size_t i) const { return sets_word(i, "0") && begins_statement(i); }
  // atomicExch(&mutex, 1), or atomicCAS(&mutex, 0, 1)
  [[nodiscard]] bool sets_word(std::size_t i, std::string_view value) const {
    const bool exchange = t_[i].is("atomicExch");
    if ((!exchange && !t_[i].is("atomicCAS")) || !t_[i + 1].is("(")) return false;
    const std::vector<Range> list = arguments(i + 1);
    if (list.size() != (exchange ? 2 : 3) || !is_word(list.back(), value) || is_shared(base_of(list[0]))) return false;
    return exchange || is_word(list[1], value == "1" ? "0" : "1");
  }
  // Of the first atomicCAS or atomicExch from i on.
  [[nodiscard]] std::string_view word_of(std::size_t i) const {
    while (!t_[i].is("atomicCAS") && !t_[i].is("atomicExch")) ++i;
    return base_of(arguments(i + 1)[0]);
  }
  [[nodiscard]] std::size_t behind(std::size_t i) const {
    const std::size_t close = t_[i + 1].is("(") ? closing(t_, i + 1) : npos;
    return close == npos ? i + 1 : close + 1;
  }
  [[nodiscard]] bool has_fence(Range range) const {
    for (std::size_t i = range.begin; i < range.end; ++i) {
      const std::string_view text = t_[i].text;
      if (text.find("fence") != npos || text.find("memory_order") != npos) return true;
      if (text == "atomic_ref" || text == "asm" || text == "atomic" || text == "sync") return true;
    }
    return false;
  }
  [[nodiscard]] bool assigns(Range range) const {
    for (std::size_t i = range.begin; i < range.end; ++i) {
      if (t_[i].is("=") || t_[i].is("+=") || t_[i].is("-=") || t_[i].is("*=") || t_[i].is("++")) return true;
    }
    return false;
  }
  [[nodiscard]] const Function* own_function(std::size_t i) const {
    if (t_[i].kind != Kind::identifier || !t_[i + 1].is("(")) return nullptr;
    for (const Function& f : survey_.functions) {
      if (f.device && f.body_end > f.body_begin && f.name_at != i && f.name == t_[i].text) return &f;
    }
    return nullptr;
  }
  [[nodiscard]] bool is_shared(std::string_view name) const {
    for (std::size_t i = 0; i + 3 < t_.size(); ++i) {
      for (std::size_t k = i + 1; t_[i].is("__shared__") && k < t_.size() && !t_[k].is(";"); ++k) {
        if (t_[k].text == name) return true;
      }
    }
    return false;
  }

  [[nodiscard]] bool begins_statement(std::size_t i) const {
    const Token& before = t_[i - 1];
    if (before.is(")")) return !t_[i - 2].is("void");
    return before.is(";") || before.is("{") || before.is("}") || before.is("else");
  }
  // The call is a statement, or what it returns goes into a variable that is not used.
  [[nodiscard]] bool is_result_lost(const Function& f, std::size_t call) const {
    if (begins_statement(call)) return true;
    const std::size_t close = closing(t_, call + 1);
    if (close == npos || !t_[close + 1].is(";") || !t_[call - 1].is("=")) return false;
    const Token& name = t_[call - 2];
    if (name.kind != Kind::identifier || t_[call - 3].is("->") || t_[call - 3].is(".") || t_[call - 3].is("*"))
      return false;
    for (std::size_t k = close; k < f.body_end; ++k) {
      if (t_[k].text == name.text) return false;
    }
    return true;
  }
  [[nodiscard]] std::vector<Range> arguments(std::size_t open) const {
    std::vector<Range> list;
    const std::size_t close = closing(t_, open);
    if (close == npos) return list;
    std::size_t begin = open + 1;
    for (std::size_t i = begin; i <= close; ++i) {
      if (i == close || t_[i].is(",")) {
        list.push_back({begin, i});
        begin = i + 1;
      } else if (t_[i].is("(") || t_[i].is("[") || t_[i].is("{")) {
        i = closing(t_, i);
        if (i == npos) return {};
      }
    }
    return list;
  }
  [[nodiscard]] bool is_word(Range range, std::string_view word) const {
    if (range.end != range.begin + 1) return false;
    const std::string_view text = t_[range.begin].text;
    return text.substr(0, text.find_first_of("uUlL")) == word;
  }
  [[nodiscard]] bool contains(Range range, std::string_view word) const {
    return std::any_of(t_.begin() + static_cast<std::ptrdiff_t>(range.begin),
                       t_.begin() + static_cast<std::ptrdiff_t>(range.end), [&](const Token& t) { return t.is(word); });
  }
  // "x" of "&x[i]", of "(int*)x" and of "x + i".
  [[nodiscard]] std::string_view base_of(Range range) const {
    constexpr std::array<std::string_view, 8> types = {"unsigned",         "long",        "int",   "short",
                                                       "reinterpret_cast", "static_cast", "const", "volatile"};
    for (std::size_t i = range.begin; i < range.end; ++i) {
      const std::string_view text = t_[i].text;
      if (t_[i].kind != Kind::identifier || text.ends_with("_t") || t_[i + 1].is("*")) continue;
      if (std::find(types.begin(), types.end(), text) == types.end()) return text;
    }
    return {};
  }
  // Of the range the variable whose value, as set before, has the word in it; empty: none.
  [[nodiscard]] std::string_view made_of(const Function& f, std::size_t before, Range range,
                                         std::string_view word) const {
    for (std::size_t i = range.begin; i < range.end; ++i) {
      if (t_[i].kind != Kind::identifier) continue;
      for (std::size_t k = f.body_begin; k < before; ++k) {
        if (t_[k].text != t_[i].text || !t_[k + 1].is("=")) continue;
        std::size_t end = k + 2;
        while (end < before && !t_[end].is(";")) ++end;
        if (contains({k + 2, end}, word)) return t_[i].text;
      }
    }
    return {};
  }
};

}  // namespace

std::vector<Note> advise_on_visibility(const SourceFile& file, const Survey& survey, const Program& program) {
  return notes_of<VisibilityAdviser>(file, survey, program);
}

}  // namespace cu2cpp
