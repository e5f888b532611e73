#include "warp_steps.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <string>

namespace cu2cpp {
namespace {

constexpr std::array<std::string_view, 11> assignments = {
    "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="};

// ---- v[t] += v[t + 16];
//   ->  ::cuda_emulator::before_store(v, 120)[t] += v[t + 16]; ::cuda_emulator::after_store(120);
// The right side is evaluated before the left one, so all lanes have read when the first of them writes.
class Steps {
 public:
  Steps(const SourceFile& file, const Survey& survey, const Function& function, std::vector<Edit>& edits)
      : survey_(survey), t_(file.code), f_(function), edits_(edits) {}

  void run() {
    find_names();
    if (names_.empty() || !exchanges()) return;
    for (std::size_t i = f_.body_begin + 1; i < f_.body_end; ++i) {
      if (store_sign(i) != npos) step(i);
    }
  }

 private:
  // Names of the function's own volatile variables and parameters, and of the file's volatile shared arrays.
  void find_names() {
    for (std::size_t i = 0; i < f_.body_end; ++i) {
      const bool own = i > f_.parameters_begin;
      if (!t_[i].is("volatile") || (!own && !survey_.outside_functions[i])) continue;
      std::size_t end = i + 1;
      while (end < f_.body_end && !t_[end].is(";") && !t_[end].is(",") && !t_[end].is("[") && !t_[end].is("=") &&
             !t_[end].is(")") && !t_[end].is("(")) {
        ++end;
      }
      if (t_[end].is("(") || t_[end - 1].kind != Kind::identifier || !(own || is_shared(i))) continue;
      names_.emplace(t_[end - 1].text);
    }
  }

  [[nodiscard]] bool is_shared(std::size_t i) const {
    std::size_t k = i;
    while (k > 0 && !t_[k - 1].is(";") && !t_[k - 1].is("}")) --k;
    for (; k < t_.size() && !t_[k].is(";") && !t_[k].is("{"); ++k) {
      if (t_[k].is("__shared__")) return true;
    }
    return false;
  }

  // Does a lane read elements other than those it writes, with nothing but the hardware to order the two?
  [[nodiscard]] bool exchanges() const {
    std::set<std::string> written, read;
    for (std::size_t i = f_.body_begin; i < f_.body_end; ++i) {
      if (t_[i].is("__syncwarp")) return false;
      if (!is_element(i)) continue;
      if (in_loop_condition(i)) return false;  // it waits for others, which must not wait for it
      (store_sign(i) != npos ? written : read).insert(element(i));
    }
    return std::any_of(written.begin(), written.end(), [&](const std::string& w) {
      const std::string name = w.substr(0, w.find('['));
      return std::any_of(read.begin(), read.end(),
                         [&](const std::string& r) { return r != w && r.substr(0, r.find('[')) == name; });
    });
  }

  [[nodiscard]] bool is_element(std::size_t i) const {
    return t_[i].kind == Kind::identifier && names_.contains(t_[i].text) && i + 1 < t_.size() && t_[i + 1].is("[") &&
           !t_[i - 1].is(".") && !t_[i - 1].is("->") && !t_[i - 1].is("::");
  }
  [[nodiscard]] std::string element(std::size_t i) const {
    std::string text;
    const std::size_t close = closing(t_, i + 1);
    for (std::size_t k = i; k < t_.size() && k <= close; ++k) text += t_[k].text;
    return text;
  }

  // The assignment sign behind the element at i, or npos if it is not stored to.
  [[nodiscard]] std::size_t store_sign(std::size_t i) const {
    if (!is_element(i)) return npos;
    std::size_t k = i + 1;
    while (k + 1 < t_.size() && (t_[k].is("[") || t_[k].is("."))) {
      k = t_[k].is("[") ? closing(t_, k) : k + 1;
      if (k == npos) return npos;
      ++k;
    }
    // Signs of more than one character come as one token or as several.
    std::string sign;
    std::size_t last = k;
    while (last < t_.size() && t_[last].kind == Kind::punctuation &&
           (last == k || t_[last].begin == t_[last - 1].end()) && sign.find('=') == npos) {
      sign += t_[last++].text;
    }
    if (std::find(assignments.begin(), assignments.end(), sign) == assignments.end()) return npos;
    if (last < t_.size() && ((t_[last].is("=") && t_[last].begin == t_[last - 1].end()) || t_[last].is("{")))
      return npos;
    return last - 1;
  }

  // The element at i stands between the ( and ) of a while or for.
  [[nodiscard]] bool in_loop_condition(std::size_t i) const {
    for (std::size_t k = i; k-- > f_.body_begin;) {
      if (t_[k].is(")") || t_[k].is("]") || t_[k].is("}")) {
        k = opening(t_, k);
        if (k == npos) return false;
      } else if (t_[k].is("{")) {
        return false;
      } else if (t_[k].is("(") && k > 0 && (t_[k - 1].is("while") || t_[k - 1].is("for"))) {
        return true;
      }
    }
    return false;
  }

  void step(std::size_t i) {
    const std::string site = std::to_string(t_[i].begin);
    const std::size_t begin = statement_begin(i), end = statement_end(i);
    const bool whole = begin != npos && end != npos && stepped_.insert(end).second;
    const bool braces = whole && (is_loop_body(begin) || (end + 1 < t_.size() && t_[end + 1].is("else")));
    if (braces) insert(t_[begin].begin, "{ ");
    insert(t_[i].begin, "::cuda_emulator::before_store(");
    insert(t_[i].end(), ", " + site + ")");
    if (whole) insert(t_[end].end(), " ::cuda_emulator::after_store(" + site + ");" + (braces ? " }" : ""));
  }

  // The first token of the statement around i; npos if i stands within parentheses.
  [[nodiscard]] std::size_t statement_begin(std::size_t i) const {
    for (std::size_t k = i; k > f_.body_begin; --k) {
      const Token& before = t_[k - 1];
      if (before.is(";") || before.is("{") || before.is("}") || before.is(":") || before.is("else") ||
          before.is("do")) {
        return k;
      }
      if (before.is("(")) return npos;
      if (before.is(")") || before.is("]")) {
        const std::size_t open = opening(t_, k - 1);
        if (open == npos || open == 0) return npos;
        if (before.is(")") && is_head(open - 1)) return k;
        k = open + 1;
      }
    }
    return npos;
  }
  [[nodiscard]] std::size_t statement_end(std::size_t i) const {
    for (std::size_t k = i; k < f_.body_end; ++k) {
      if (t_[k].is(";")) return k;
      if (t_[k].is(")") || t_[k].is("}")) return npos;
      if (t_[k].is("(") || t_[k].is("[") || t_[k].is("{")) k = closing(t_, k);
      if (k == npos) break;
    }
    return npos;
  }
  [[nodiscard]] bool is_head(std::size_t i) const {
    return t_[i].is("if") || t_[i].is("while") || t_[i].is("for") || t_[i].is("switch") || t_[i].is("constexpr");
  }
  // Is the statement, without braces of its own, what a loop repeats?
  [[nodiscard]] bool is_loop_body(std::size_t begin) const {
    while (begin > f_.body_begin + 1) {
      const Token& before = t_[begin - 1];
      if (before.is("do")) return true;
      if (!before.is(")")) return false;
      std::size_t head = opening(t_, begin - 1);
      if (head == npos || head == 0 || !is_head(--head)) return false;
      if (t_[head].is("while") || t_[head].is("for")) return true;
      begin = t_[head].is("constexpr") ? head - 1 : head;
    }
    return false;
  }

  void insert(std::size_t at, const std::string& text) { edits_.push_back({at, at, text}); }

  const Survey& survey_;
  const Tokens& t_;
  const Function& f_;
  std::vector<Edit>& edits_;
  std::set<std::string, std::less<>> names_;
  std::set<std::size_t> stepped_;
};

}  // namespace

void take_warp_steps(const SourceFile& file, const Survey& survey, std::vector<Edit>& edits) {
  for (const Function& f : survey.functions) {
    if ((f.device || f.global) && f.body_end != 0) Steps(file, survey, f, edits).run();
  }
}

}  // namespace cu2cpp
