#include "chosen_thread.hpp"

#include <algorithm>
#include <set>
#include <string>

#include "thread_words.hpp"

namespace cu2cpp {
namespace {

class ChosenThread {
 public:
  ChosenThread(const SourceFile& file, const Function& function, std::vector<Edit>& edits)
      : t_(file.code), f_(function), words_(t_, f_.body_begin, f_.body_end), edits_(edits) {}

  void run() {
    if (words_.empty()) return;
    find_arrays();
    for (std::size_t i = f_.body_begin + 1; i + 1 < f_.body_end; ++i) {
      if (!t_[i].is("if") || !t_[i + 1].is("(") || !chooses_one(i + 1)) continue;
      const std::size_t body = closing(t_, i + 1) + 1, last = statement_last(body);
      if (last == npos || last >= f_.body_end || !reads_what_others_stored(i, body, last)) continue;
      const bool braces = t_[body].is("{");
      insert(braces ? t_[body].end() : t_[body].begin,
             braces ? " ::cuda_emulator::after_stores();" : "{ ::cuda_emulator::after_stores(); ");
      if (!braces) insert(t_[last].end(), " }");
    }
  }

 private:
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
        if (t_[k].is("[") && t_[k - 1].kind == Kind::identifier) arrays_.emplace(t_[k - 1].text);
      }
    }
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
      const std::string_view word = t_[k].text;
      if (word.find("sync") != npos || word.find("barrier") != npos) return false;
      if (is_element(k) && read.contains(word) && is_stored(k) && !is_in_chosen(k)) return true;
    }
    return false;
  }
  [[nodiscard]] bool is_element(std::size_t k) const {
    return t_[k].kind == Kind::identifier && arrays_.contains(t_[k].text) && t_[k + 1].is("[") && !t_[k - 1].is(".") &&
           !t_[k - 1].is("->") && !t_[k - 1].is("::");
  }
  [[nodiscard]] bool is_stored(std::size_t k) const {
    std::size_t sign = k + 1;
    while (t_[sign].is("[")) {
      const std::size_t close = closing(t_, sign);
      if (close == npos) return false;
      sign = close + 1;
    }
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

  // The last token of the statement that begins at i, or npos.
  [[nodiscard]] std::size_t statement_last(std::size_t i) const {
    if (i >= f_.body_end) return npos;
    if (t_[i].is("{")) return closing(t_, i);
    if (t_[i].is("if") || t_[i].is("for") || t_[i].is("while")) {
      const std::size_t close = t_[i + 1].is("(") ? closing(t_, i + 1) : npos;
      const std::size_t last = close == npos ? npos : statement_last(close + 1);
      return last != npos && t_[i].is("if") && t_[last + 1].is("else") ? statement_last(last + 2) : last;
    }
    for (std::size_t k = i; k < f_.body_end; ++k) {
      if (t_[k].is(";")) return k;
      if (t_[k].is(")") || t_[k].is("}")) return npos;
      if (t_[k].is("(") || t_[k].is("[") || t_[k].is("{")) k = closing(t_, k);
      if (k == npos) break;
    }
    return npos;
  }
  void insert(std::size_t at, const std::string& text) { edits_.push_back({at, at, text}); }

  const Tokens& t_;
  const Function& f_;
  const ThreadWords words_;
  std::vector<Edit>& edits_;
  std::set<std::string, std::less<>> arrays_;
};

}  // namespace

void let_others_store_first(const SourceFile& file, const Survey& survey, std::vector<Edit>& edits) {
  for (const Function& f : survey.functions) {
    if (f.global && f.body_end != 0) ChosenThread(file, f, edits).run();
  }
}

}  // namespace cu2cpp
