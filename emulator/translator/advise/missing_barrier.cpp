#include "advise/missing_barrier.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string>

namespace cu2cpp {
namespace {

class MissingBarrier : Pass {
 public:
  MissingBarrier(const SourceFile& file, const Function& function, Races& out) : Pass(file, function, out) {}

  void run() {
    find_arrays();
    for (std::size_t i = f_.body_begin + 1; i + 1 < f_.body_end; ++i) {
      if (t_[i].text.starts_with("atomic") && t_[i + 1].is("(")) read_of_a_count(i);
      if (words_.empty()) continue;
      if (t_[i].is("if") && t_[i + 1].is("(") && chooses_one(i + 1)) read_by_one(i);
      if (is_shared_element(i) && is_stored(i)) read_behind_store(i);
      if (is_shared_element(i) && is_stored(i)) store_behind_read(i);
    }
  }

 private:
  void read_by_one(std::size_t i) {
    const std::size_t body = closing(t_, i + 1) + 1, last = statement_last(body);
    if (last == npos || last >= f_.body_end) return;
    const std::size_t read = read_of_what_others_stored(i, body, last);
    if (read == npos) return;
    note(read, "one thread reads what others store in " + std::string(t_[read].text) + ": a barrier is missing");
  }

  // A kernel without any barrier is for warp_steps.cpp; in a loop without one nothing is said.
  void read_behind_store(std::size_t i) {
    const std::size_t end = statement_last(i);
    if (end == npos || t_[end + 1].is("else") || !waits(f_.body_begin, f_.body_end) || is_in_chosen(i)) return;
    const std::size_t loop = loop_around(i);
    if (loop != npos && !waits(loop, statement_last(loop))) return;
    for (std::size_t k = end; k < f_.body_end && !is_wait(k); ++k) {
      // t[b] += q: the updated element is the lane's own.
      if (!is_shared_element(k) || t_[k].text != t_[i].text || assignment_at(behind_indices(k)) != npos) continue;
      if (element(k) == element(i) || is_in_chosen(k) || are_of_one_thread(i, k) || is_stored_since_wait(k)) continue;
      if (loop_around(k) != loop) return;
      note(k, "threads read what others store in " + std::string(t_[i].text) + ": a barrier is missing");
      return;
    }
  }
  // largest = s[0]; … s[t] = …: thread 0 stores, perhaps before others have read.
  void store_behind_read(std::size_t i) {
    const std::size_t close = closing(t_, i + 1);
    const bool own = close == i + 3 ? words_.contains(t_[i + 2].text)
                                    : close == i + 5 && t_[i + 2].is("threadIdx") && t_[i + 4].is("x");
    if (!own || t_[close + 1].is("[") || is_for_some(i) || !waits(f_.body_begin, f_.body_end)) return;
    const std::size_t loop = loop_around(i);
    for (std::size_t k = statement_last(i) == npos ? i : statement_last(i); k-- > f_.body_begin && !is_wait(k);) {
      if (k == i || !is_shared_element(k) || t_[k].text != t_[i].text || is_stored(k) || t_[k - 1].is("&")) continue;
      const std::size_t end = closing(t_, k + 1);
      if (assignment_at(behind_indices(k)) != npos || words_.occur(k + 2, end) || depends_on_a_loop(k + 2, end))
        continue;
      if (loop_around(k) != loop || is_for_some(k) || is_stored_since_wait(k)) continue;
      note(i, "threads overwrite what others may still read as " + element(k) + ": a barrier is missing",
           begins_statement(i));
      return;
    }
  }
  // A name that is neither a number nor a size, such as a counter, may be another for each thread.
  [[nodiscard]] bool depends_on_a_loop(std::size_t begin, std::size_t end) const {
    for (std::size_t k = begin; k < end; ++k) {
      if (t_[k].kind == Kind::identifier && !t_[k].is("blockDim") && !t_[k].is("x")) return true;
    }
    return false;
  }
  // Others still add to a counter when a thread reads it plainly. In a loop, such as one that waits, nothing is said.
  void read_of_a_count(std::size_t i) {
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
      if (!read || is_stored(k) || loop_around(k) != npos || depends_on_count(i, k)) return;
      note(k, "threads read " + std::string(t_[name].text) + " while others still change it: a barrier is missing");
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
  // int old = atomicAdd(&c, 1); if (old == n - 1) f(c);  selects the last thread.
  [[nodiscard]] bool depends_on_count(std::size_t atomic, std::size_t i) const {
    if (!t_[atomic - 1].is("=")) return false;
    const std::string_view old = t_[atomic - 2].text;
    for (std::size_t k = atomic; k < i; ++k) {
      if (!t_[k].is("if") || !t_[k + 1].is("(")) continue;
      const std::size_t close = closing(t_, k + 1), last = statement_last(k);
      if (close == npos || i < close || last == npos || last < i) continue;
      for (std::size_t n = k + 1; n < close; ++n) {
        if (t_[n].text == old) return true;
      }
    }
    return false;
  }
  // s[t + 128] = x; … y = s[t + 128];
  [[nodiscard]] bool is_stored_since_wait(std::size_t i) const {
    for (std::size_t k = i; k-- > f_.body_begin && !is_wait(k);) {
      if (t_[k].text == t_[i].text && is_stored(k) && element(k) == element(i)) return true;
    }
    return false;
  }
  [[nodiscard]] bool is_shared_element(std::size_t k) const { return is_element(k) && shared_.contains(t_[k].text); }

  // Memory that the block's threads share: __shared__ arrays, and memory that a parameter points to.
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

  // t % 2 == 0 selects many threads.
  [[nodiscard]] bool chooses_one(std::size_t open) const {
    const std::size_t close = closing(t_, open);
    if (close == npos || !words_.mean_one(open)) return false;
    return std::none_of(t_.begin() + static_cast<std::ptrdiff_t>(open), t_.begin() + static_cast<std::ptrdiff_t>(close),
                        [](const Token& t) { return t.is("%") || t.is("/") || t.is("&") || t.is(">"); });
  }

  // An element of another thread, which that thread has stored before the `if` at i with no barrier in between; or
  // npos.
  [[nodiscard]] std::size_t read_of_what_others_stored(std::size_t i, std::size_t body, std::size_t last) const {
    std::map<std::string_view, std::size_t> read;
    for (std::size_t k = body; k <= last; ++k) {
      if (is_element(k) && !is_stored(k) && is_anothers(k)) read.emplace(t_[k].text, k);
    }
    for (std::size_t k = i; !read.empty() && k-- > f_.body_begin + 1;) {
      if (is_wait(k)) return npos;
      if (!is_element(k) || !is_stored(k) || is_in_chosen(k)) continue;
      if (const auto found = read.find(t_[k].text); found != read.end()) return found->second;
    }
    return npos;
  }
  [[nodiscard]] bool is_element(std::size_t k) const { return arrays_.contains(t_[k].text) && has_index(k); }
  [[nodiscard]] bool is_stored(std::size_t k) const {
    const std::size_t sign = behind_indices(k);
    return t_[sign].is("=") && !t_[sign + 1].is("=");
  }
  // s[0], s[t] are the selected thread's own; s[i] or s[1] are not.
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
    if (is_for_one(i)) return true;
    for (std::size_t k = f_.body_begin + 1; k < i; ++k) {
      if (!t_[k].is("if") || !t_[k + 1].is("(") || !words_.mean_one(k + 1)) continue;
      const std::size_t last = statement_last(closing(t_, k + 1) + 1);
      if (last != npos && last > i) return true;
    }
    return false;
  }

  std::set<std::string, std::less<>> arrays_, shared_;  // arrays_: shared_ and memory that parameters point to
};

}  // namespace

void find_missing_barriers(const SourceFile& file, const Function& kernel, Races& out) {
  MissingBarrier(file, kernel, out).run();
}

}  // namespace cu2cpp
