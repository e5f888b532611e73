// Arguments of captured launches whose variables the program changes afterwards.
#include <algorithm>
#include <array>
#include <string>

#include "advise/advise.hpp"
#include "read/statements.hpp"

namespace cu2cpp {
namespace {

// A graph keeps the values that the arguments of its launches had when they were captured.
class GraphAdviser : Statements {
 public:
  GraphAdviser(const SourceFile& file, const Function& f, std::vector<Note>& notes)
      : Statements(file.code, f), file_(file), notes_(notes) {}

  void look() {
    for (std::size_t i = f_.body_begin; i < f_.body_end; ++i) {
      if (!t_[i].is("cudaStreamBeginCapture")) continue;
      begin_ = i;
      end_ = next("cudaStreamEndCapture", i);
      if (end_ == npos) return;
      for (std::size_t k = begin_; k < end_; ++k) {
        if (t_[k].is("<<<")) launch(k);
      }
      i = end_;
    }
  }

 private:
  // kernel<<<…>>>(x, step)
  void launch(std::size_t i) {
    std::size_t open = i + 1;
    while (open < end_ && !(t_[open].is("(") && t_[open - 1].is(">"))) {
      if (t_[open].is("(") && closing(t_, open) != npos) open = closing(t_, open);
      ++open;
    }
    if (open >= end_) return;
    for (const Range& one : arguments(t_, open)) {
      for (std::size_t k = one.begin; k < one.end; ++k) {
        if (t_[k].kind != Kind::identifier || t_[k + 1].is("(") || t_[k + 1].is("[") || t_[k + 1].is("::")) continue;
        constexpr std::array<std::string_view, 6> joins = {".", "->", "::", "&", "*", "["};
        if (std::find(joins.begin(), joins.end(), t_[k - 1].text) != joins.end() || t_[k + 1].is(".")) continue;
        const std::size_t change = later_change(k);
        if (change == npos) continue;
        const std::string name(t_[k].text);
        notes_.push_back({t_[k].begin, "the graph keeps the value that " + name + " has at the capture, and line " +
                                           std::to_string(line_of(change)) +
                                           " changes only the variable: pass a pointer to device memory that holds it, "
                                           "or set it with cudaGraphExecKernelNodeSetParams"});
        return;
      }
    }
  }

  // Where the variable that is captured at `use` gets another value, after which the graph is launched without a new
  // capture; or npos.
  [[nodiscard]] std::size_t later_change(std::size_t use) const {
    const std::size_t scope = scope_of(use);
    std::size_t found = npos;
    for (std::size_t k = f_.body_begin + 1; k < f_.body_end; ++k) {
      if (t_[k].text != t_[use].text || t_[k].kind != Kind::identifier || !is_changed(k) || declares(k)) continue;
      if (t_[k - 1].is(".") || t_[k - 1].is("->") || scope_of(k) != scope) continue;
      if (k > begin_ && k < end_) return npos;  // a counter of the captured launches themselves
      if (found == npos && reaches_a_launch(k)) found = k;
    }
    return found;
  }
  [[nodiscard]] bool reaches_a_launch(std::size_t change) const {
    // In a loop with a launch of the graph, where the capture is outside or happens once.
    for (std::size_t loop = f_.body_begin + 1; loop < f_.body_end; ++loop) {
      if (!t_[loop].is("for") && !t_[loop].is("while") && !t_[loop].is("do")) continue;
      const std::size_t last = statement_last(loop);
      if (last == npos || change < loop || change > last) continue;
      const std::size_t launched = next("cudaGraphLaunch", loop);
      if (launched > last) continue;
      if (begin_ < loop || begin_ > last) {
        if (begin_ < loop) return true;
        continue;
      }
      return is_conditional(loop);
    }
    // In a line of its own before a launch.
    const std::size_t launched = next("cudaGraphLaunch", change), again = next("cudaStreamBeginCapture", change);
    if (change < end_ || launched == npos || again < launched) return false;
    for (std::size_t k = change + 1; k < launched; ++k) {
      if (t_[k].text == t_[change].text && k > statement_last(change)) return false;  // it has another purpose
    }
    return statement_begin(change) == change || t_[change - 1].is("++") || t_[change - 1].is("+");
  }
  // Is the capture in an `if` in the loop?
  [[nodiscard]] bool is_conditional(std::size_t loop) const {
    for (std::size_t k = loop; k < begin_; ++k) {
      if (!t_[k].is("if") || !t_[k + 1].is("(")) continue;
      const std::size_t close = closing(t_, k + 1), last = close == npos ? npos : statement_last(close + 1);
      if (last != npos && close < begin_ && last > begin_) return true;
    }
    return false;
  }
  [[nodiscard]] std::size_t next(std::string_view name, std::size_t i) const {
    for (; i < f_.body_end; ++i) {
      if (t_[i].text == name) return i;
    }
    return npos;
  }
  // int step = 0
  [[nodiscard]] bool declares(std::size_t k) const {
    const Token& before = t_[k - 1];
    return (before.kind == Kind::identifier && !before.is("return") && !before.is("else") && !before.is("do")) ||
           (before.is("*") && t_[k - 2].kind == Kind::identifier);
  }
  // The declaration that a use means: the last one before it whose braces, or whose `for`, are still open.
  [[nodiscard]] std::size_t scope_of(std::size_t use) const {
    for (std::size_t k = use + 1; k-- > f_.body_begin + 1;) {
      if (t_[k].text != t_[use].text || t_[k].kind != Kind::identifier || !declares(k)) continue;
      std::size_t depth = 0, end = f_.body_end;
      for (std::size_t n = k; n-- > f_.body_begin;) {
        if (t_[n].is(")") || t_[n].is("}")) ++depth;
        if (!t_[n].is("(") && !t_[n].is("{")) continue;
        if (depth-- > 0) continue;
        end = t_[n].is("(") ? statement_last(n - 1) : closing(t_, n);
        break;
      }
      if (end != npos && use <= end) return k;
    }
    return npos;
  }
  [[nodiscard]] std::size_t line_of(std::size_t token) const { return file_.line_of(t_[token].begin); }

  const SourceFile& file_;
  std::vector<Note>& notes_;
  std::size_t begin_ = npos, end_ = npos;  // of the capture
};

}  // namespace

std::vector<Note> advise_on_graphs(const SourceFile& file, const Survey& survey, const Program&) {
  std::vector<Note> notes;
  constexpr std::array<std::string_view, 3> updates = {"cudaGraphExecKernelNodeSetParams", "cudaGraphExecUpdate",
                                                       "cudaGraphKernelNodeSetParams"};
  for (const Token& t : file.code) {
    if (std::find(updates.begin(), updates.end(), t.text) != updates.end()) return notes;
  }
  for (const Function& f : survey.functions) {
    if (f.body_end > f.body_begin && !f.global && !f.device) GraphAdviser(file, f, notes).look();
  }
  return notes;
}

}  // namespace cu2cpp
