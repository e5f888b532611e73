#include "advise/warp_steps.hpp"

#include <algorithm>
#include <set>
#include <string>

namespace cu2cpp {
namespace {

// v[t] += v[t - 16]; by the lanes of a warp, which only the hardware's order would make right, and a missing barrier
// between the read and the write.
class Steps : Pass {
 public:
  Steps(const SourceFile& file, const Survey& survey, const Function& function, Races& out)
      : Pass(file, function, out), survey_(survey) {}

  void run() {
    find_names();
    if (!names_.empty() && exchanges()) return;
    names_.clear();
    find_shared_names();
    for (std::size_t i = f_.body_begin + 1; i < f_.body_end && !names_.empty(); ++i) {
      if (!reads_behind(i)) continue;
      note_read(i);
      read_first_.insert(i);
    }
    if (f_.global) step_through_loops();
  }

 private:
  struct Loop {
    std::size_t begin, body, end;  // its for, while or do; the first and the last token of its body
    std::set<std::string_view> changed;
  };

  // ---- for (…) { if (a[2 * t] > a[2 * t + 1]) { … a[2 * t] = …; } }, with no barrier in the loop
  // where a is a pointer or a shared array.
  // The index of a thread's store depends on its own number and not on the iteration, and in each iteration it reads
  // other threads' elements: sorts and scans of one small block, which a warp runs in step. Each iteration ends for all
  // lanes before the next one begins. A loop over elements, as most are, stores elsewhere in each iteration and is not
  // changed.
  void step_through_loops() {
    find_pointers();
    if (names_.empty() || words_.empty()) return;
    find_loops();
    for (const Loop& loop : loops_) {
      if (waits(loop.begin, loop.end)) continue;
      const std::size_t store = store_in_step(loop);
      if (store == npos) continue;
      note(store, "in each iteration of the loop threads read what others store in " + std::string(t_[store].text) +
                      " without a barrier");
      for (std::size_t i = loop.body; i <= loop.end; ++i) {
        if (store_sign(i) != npos && !read_first_.contains(i)) in_step_.insert(i);
      }
    }
    for (std::size_t i = f_.body_begin + 1; i < f_.body_end; ++i) {
      if (in_step_.contains(i) || read_first_.contains(i)) continue;
      if (reads_behind(i) && stays(i)) note_read(i);
    }
  }

  // Pointers and arrays among the parameters.
  void find_pointers() {
    bool pointer = false;
    for (std::size_t i = f_.parameters_begin + 1; i < f_.parameters_end; ++i) {
      const Token& next = t_[i + 1];
      if (t_[i].is(",")) pointer = false;
      if (t_[i].is("*")) pointer = true;
      const bool name =
          t_[i].kind == Kind::identifier && (next.is(",") || next.is(")") || next.is("[") || next.is("="));
      if (name && (pointer || next.is("["))) names_.emplace(t_[i].text);
    }
  }

  void find_loops() {
    for (std::size_t i = f_.body_begin + 1; i < f_.body_end; ++i) {
      if (!t_[i].is("for") && !t_[i].is("while") && !t_[i].is("do")) continue;
      Loop loop{i, i + 1, npos, {}};
      if (!t_[i].is("do")) {
        const std::size_t close = t_[i + 1].is("(") ? closing(t_, i + 1) : npos;
        if (close == npos) continue;
        loop.body = close + 1;
      }
      loop.end = statement_last(loop.body);
      if (loop.end == npos || loop.end >= f_.body_end || t_[loop.body].is(";")) continue;
      for (std::size_t k = i; k <= loop.end; ++k) {
        if (t_[k].kind == Kind::identifier && is_changed(k)) loop.changed.insert(t_[k].text);
      }
      loops_.push_back(std::move(loop));
    }
  }

  // Is the index of the element at i the same in each iteration, and not a constant?
  [[nodiscard]] bool stays(std::size_t i, const Loop& loop) const {
    bool named = false;
    for (std::size_t k = i + 1; t_[k].is("[");) {
      const std::size_t close = closing(t_, k);
      if (close == npos) return false;
      for (; k < close; ++k) {
        if (loop.changed.contains(t_[k].text)) return false;
        named = named || t_[k].kind == Kind::identifier;
      }
      ++k;
    }
    return named;
  }
  [[nodiscard]] bool stays(std::size_t i) const {
    return std::all_of(loops_.begin(), loops_.end(),
                       [&](const Loop& loop) { return i < loop.body || i > loop.end || stays(i, loop); });
  }
  // The first store that makes it such a loop, or npos.
  [[nodiscard]] std::size_t store_in_step(const Loop& loop) const {
    for (std::size_t i = loop.body; i <= loop.end; ++i) {
      if (store_sign(i) == npos || read_first_.contains(i) || !stays(i, loop) || is_for_one(i)) continue;
      for (std::size_t k = loop.body; k <= loop.end; ++k) {
        const bool other = is_element(k) && t_[k].text == t_[i].text && element(k) != element(i);
        if (!other || (is_kept_in_register(loop, i) && is_surely_ahead(k, i)) || are_of_one_thread(i, k)) continue;
        return i;
      }
    }
    return npos;
  }

  // s[t] = s[t] + s[t + (1 << c)] in each iteration: nvcc knows that the two are different, keeps s[t] in a register
  // until the loop has ended, and so all iterations read the old values. Threads that run one after the other do the
  // same.
  [[nodiscard]] bool is_kept_in_register(const Loop& loop, std::size_t i) const {
    for (std::size_t k = loop.body; k < i; ++k) {
      if (t_[k].is("?") || (t_[k].is("if") && statement_last(k) != npos && statement_last(k) > i)) return false;
    }
    return true;
  }
  [[nodiscard]] bool is_surely_ahead(std::size_t read, std::size_t written) const {
    const std::string to = element(written), from = element(read), start = to.substr(0, to.size() - 1) + '+';
    if (!from.starts_with(start)) return false;
    std::string rest = from.substr(start.size(), from.size() - start.size() - 1);
    if (rest.starts_with("(1<<") || rest.starts_with("(1u<<")) return rest.find(')') == rest.size() - 1;
    return !rest.empty() && rest != "0" && rest.find_first_not_of("0123456789") == npos;
  }

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
      if (i > f_.body_begin && t_[end].is("[") && !is_shared(i)) continue;  // the thread's own array
      names_.emplace(t_[end - 1].text);
    }
    of_volatile_ = !names_.empty();
    if (f_.global && !waits_anywhere() && !words_.empty()) {
      find_shared_names();
      if (names_.empty()) find_names_for_all();
    }
  }

  // Arrays of which every thread of a kernel without waits writes the same elements: each thread does the whole work,
  // as beginners write it. A warp's lanes then execute each step together, and the result is that of one thread.
  void find_names_for_all() {
    for (std::size_t i = f_.parameters_begin; i < f_.parameters_end; ++i) {
      if (t_[i].kind != Kind::identifier) continue;
      std::size_t before = i - 1;
      while (t_[before].is("const") || t_[before].is("__restrict__") || t_[before].is("__restrict")) --before;
      if (t_[before].is("*") || t_[i + 1].is("[")) names_.emplace(t_[i].text);
    }
    std::set<std::string, std::less<>> for_all;
    for (std::size_t i = f_.body_begin; i < f_.body_end; ++i) {
      if (store_sign(i) == npos || is_for_one(i)) continue;
      const std::size_t close = closing(t_, i + 1);
      if (!words_.occur(i + 1, close)) for_all.emplace(t_[i].text);
    }
    names_ = for_all;
    same_work_ = true;
  }
  // A kernel that uses shared memory without any wait relies on the lanes of one warp executing in step.
  [[nodiscard]] bool waits_anywhere() const { return waits(f_.body_begin, f_.body_end); }
  void find_shared_names() {
    for (std::size_t i = f_.body_begin; i < f_.body_end; ++i) {
      if (!t_[i].is("__shared__")) continue;
      for (std::size_t k = i + 1; k < f_.body_end && !t_[k].is(";") && !t_[k].is("="); ++k) {
        if (t_[k].is("[") && t_[k - 1].kind == Kind::identifier) names_.emplace(t_[k - 1].text);
      }
    }
  }

  [[nodiscard]] bool is_shared(std::size_t i) const {
    std::size_t k = i;
    while (k > 0 && !t_[k - 1].is(";") && !t_[k - 1].is("{") && !t_[k - 1].is("}")) --k;
    for (; k < t_.size() && !t_[k].is(";") && !t_[k].is("{"); ++k) {
      if (t_[k].is("__shared__")) return true;
    }
    return false;
  }

  // Does a lane read elements other than those that it writes, ordered only by the hardware?
  [[nodiscard]] bool exchanges() {
    std::vector<std::size_t> written, read;
    for (std::size_t i = f_.body_begin; i < f_.body_end; ++i) {
      if (t_[i].is("__syncwarp")) return false;
      if (!is_element(i)) continue;
      if (in_loop_condition(i)) return false;  // it waits for other threads, which must not wait for it
      (store_sign(i) != npos ? written : read).push_back(i);
    }
    for (const std::size_t w : written) {
      for (const std::size_t r : read) {
        if (t_[w].text != t_[r].text || element(w) == element(r)) continue;
        if (!same_work_ && are_of_one_thread(w, r)) continue;
        // missing_barrier.cpp handles reads by one thread.
        if ((is_for_one(r) && !same_work_) || are_separated(w, r) || (of_volatile_ && turns_are_apart(w, r))) continue;
        note_exchange(w);
        return true;
      }
    }
    return false;
  }
  // if (t < k) s[t] = s[t] + s[t + k]; __syncthreads(); in a loop: what one turn reads beyond its own was stored in
  // turns before, and a barrier stands between them.
  [[nodiscard]] bool turns_are_apart(std::size_t w, std::size_t r) const {
    const std::size_t loop = loop_around(w), begin = statement_begin(w);
    if (loop == npos || begin == npos || begin != statement_begin(r)) return false;
    bool guarded = false, waits = false;
    for (std::size_t k = loop; k < w; ++k) guarded |= t_[k].is("if");
    for (std::size_t k = w; k < statement_last(loop); ++k) waits |= is_wait(k);
    return guarded && waits;
  }
  void note_exchange(std::size_t i) {
    const std::string name(t_[i].text);
    note(i, same_work_     ? "all threads store to the same elements of " + name
            : of_volatile_ ? "lanes read what others store in volatile " + name + " without __syncwarp()"
                           : "threads read what others store in " + name + " without a barrier");
  }

  [[nodiscard]] bool is_element(std::size_t i) const { return names_.contains(t_[i].text) && has_index(i); }

  // The assignment operator after the element at i, or npos if it is not stored to.
  [[nodiscard]] std::size_t store_sign(std::size_t i) const {
    if (!is_element(i)) return npos;
    std::size_t k = i + 1;
    while (k + 1 < t_.size() && (t_[k].is("[") || t_[k].is("."))) {
      k = t_[k].is("[") ? closing(t_, k) : k + 1;
      if (k == npos) return npos;
      ++k;
    }
    return assignment_at(k);
  }

  // s[t] += s[t - n]; In many textbooks the scan lacks the barrier between the two.
  [[nodiscard]] bool reads_behind(std::size_t i) const {
    const std::size_t sign = store_sign(i), end = statement_end(i);
    if (sign == npos || end == npos || statement_begin(i) == npos || words_.empty() || is_for_one(i)) return false;
    for (std::size_t k = sign + 1; k < end; ++k) {
      if (!is_element(k) || t_[k].text != t_[i].text) continue;
      const std::string read = element(k);
      if (read == element(i) || read.find('-') == npos || are_of_one_thread(i, k)) continue;
      if (is_indexed_like(k, i)) return true;
    }
    return false;
  }

  // s[now * n + t] = s[last * n + t - 1] uses two buffers.
  [[nodiscard]] bool is_indexed_like(std::size_t read, std::size_t written) const {
    const std::size_t end = behind_indices(read);
    for (std::size_t k = written + 1; k < behind_indices(written); ++k) {
      if (t_[k].kind != Kind::identifier) continue;
      bool there = false;
      for (std::size_t n = read + 1; n < end; ++n) there = there || t_[n].is(t_[k].text);
      if (!there) return false;
    }
    return true;
  }

  void note_read(std::size_t i) {
    note(i,
         "threads read other elements of " + std::string(t_[i].text) + " while these are stored: a barrier is missing");
  }

  // The element at i is between the ( and ) of a while or for.
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

  const Survey& survey_;
  std::set<std::string, std::less<>> names_;
  bool of_volatile_ = false;
  bool same_work_ = false;  // all threads write the same elements
  std::vector<Loop> loops_;
  std::set<std::size_t> in_step_;     // elements whose store a note on a loop names
  std::set<std::size_t> read_first_;  // elements that other threads read while they are stored
};

}  // namespace

void find_warp_steps(const SourceFile& file, const Survey& survey, const Function& function, Races& out) {
  Steps(file, survey, function, out).run();
}

}  // namespace cu2cpp
