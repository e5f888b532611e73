#include "advise/lost_updates.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string>

namespace cu2cpp {
namespace {

class LostUpdates : Pass {
 public:
  LostUpdates(const SourceFile& file, const Survey& survey, const Function& kernel, Races& out)
      : Pass(file, kernel, out), survey_(survey) {}

  void run() {
    numbers_.clear();
    find_numbers();
    if (numbers_.empty() || locks()) return;
    for (std::size_t i = f_.body_begin + 1; i < f_.body_end; ++i) {
      if (statement_begin(i) == i) update(i);
    }
  }

 private:
  // Numbers that all threads share: one that a parameter points to, a shared variable, or one of the file's own
  // variables.
  void find_numbers() {
    for (std::size_t i = f_.parameters_begin + 1; i < f_.parameters_end; ++i) {
      if (!t_[i].is("*") || !is_arithmetic(t_[i - 1].text)) continue;
      std::size_t name = i + 1;
      while (t_[name].text.starts_with("__restrict") || t_[name].is("const")) ++name;
      if (t_[name].kind == Kind::identifier && (t_[name + 1].is(",") || t_[name + 1].is(")"))) {
        numbers_[t_[name].text] = true;
      }
    }
    for (std::size_t i = f_.body_begin; i < f_.body_end; ++i) {
      if (t_[i].is("__shared__")) find_scalars(i);
      if (t_[i].kind != Kind::identifier) continue;
      const auto number = numbers_.find(t_[i].text);
      if (number != numbers_.end() && number->second && !t_[i - 1].is("*") && is_changed(i)) numbers_.erase(number);
    }
    for (std::size_t i = 0; i < f_.body_begin; ++i) {
      if (t_[i].is("__device__") && survey_.outside_functions[i]) find_scalars(i);
    }
  }
  void find_scalars(std::size_t i) {
    while (is_arithmetic(t_[i + 1].text) || t_[i + 1].is("volatile") || t_[i + 1].is("static")) ++i;
    const Token& next = t_[i + 2];
    if (is_arithmetic(t_[i].text) && t_[i + 1].kind == Kind::identifier && (next.is(";") || next.is("="))) {
      numbers_[t_[i + 1].text] = false;
    }
  }
  static bool is_arithmetic(std::string_view word) {
    static const std::set<std::string_view> words = {"int",     "unsigned", "long",     "float",   "double", "size_t",
                                                     "int32_t", "uint32_t", "uint64_t", "int64_t", "uint",   "short"};
    return words.contains(word);
  }
  [[nodiscard]] bool locks() const {
    for (std::size_t i = f_.body_begin; i < f_.body_end; ++i) {
      const std::string_view word = t_[i].text;
      if (t_[i].kind != Kind::identifier) continue;
      for (const std::string_view part : {"atomic", "mutex", "fence", "acquire"}) {
        if (word.find(part) != npos) return true;
      }
      if (word.starts_with("lock") || word.starts_with("Lock") || word.starts_with("unlock")) return true;
    }
    return false;
  }
  // The statement at begin, if it is an update of one of those numbers.
  void update(std::size_t begin) {
    std::size_t first = begin, name = npos, last = npos;
    if (step_sign(first) != npos) first = step_sign(first) + 1;
    if (t_[first].is("*")) {
      name = last = first + 1;
    } else if (t_[first].is("(") && t_[first + 1].is("*") && t_[first + 3].is(")")) {
      name = first + 2;
      last = first + 3;
    } else if (t_[first + 1].is("[") && t_[first + 2].is("0") && t_[first + 3].is("]")) {
      name = first;
      last = first + 3;
    } else {
      name = last = first;
    }
    const auto number = numbers_.find(t_[name].text);
    if (number == numbers_.end() || number->second == (first == last) || is_for_one(begin)) return;
    std::string target;
    for (std::size_t k = first; k <= last; ++k) target += t_[k].text;

    const std::size_t end = statement_end(last + 1);
    if (end == npos) return;
    const std::size_t steps = step_sign(last + 1);
    if (first != begin) {
      if (end != last + 1) return;
    } else if (steps != npos) {
      if (t_[first].is("*") || end != steps + 1) return;
    } else {
      const std::size_t sign = assignment_at(last + 1);
      if (sign == npos || t_[last + 1].text.starts_with("<") || t_[last + 1].text.starts_with(">")) return;
      bool reads = false;
      for (std::size_t k = sign + 1; k < end; ++k) {
        if (t_[k].is(",") && !in_parentheses(sign + 1, k)) return;
        reads = reads || t_[k].text == t_[name].text;
      }
      if (t_[last + 1].is("=") && !reads && !was_read(name, begin)) {
        if (loop_around(begin) == npos && differs(sign + 1, end)) note(first, "all threads store to " + target);
        return;
      }
      if (!t_[last + 1].is("=") && reads) return;
    }
    note(begin, "all threads update " + (t_[first].is("(") ? target.substr(1, target.size() - 2) : target) +
                    " without an atomic");
  }
  // Does each thread have a different value? Results of a warp function are often the same for several threads.
  [[nodiscard]] bool differs(std::size_t begin, std::size_t end) const {
    if (!words_.occur(begin, end)) return false;
    const auto meets = [&](std::size_t from, std::size_t to) {
      for (std::size_t k = from; k < to; ++k) {
        if (is_wait(k) || t_[k].text.find("educe") != npos) return true;
      }
      return false;
    };
    if (meets(begin, end)) return false;
    for (std::size_t k = f_.body_begin + 1; k < begin; ++k) {
      const std::size_t sign = t_[k].kind == Kind::identifier ? assignment_at(k + 1) : npos;
      if (sign == npos || !meets(sign, std::min(statement_end(sign), f_.body_end))) continue;
      for (std::size_t n = begin; n < end; ++n) {
        if (t_[n].text == t_[k].text) return false;
      }
    }
    return true;
  }
  // int old = *count; … *count = old + 1;
  [[nodiscard]] bool was_read(std::size_t name, std::size_t before) const {
    for (std::size_t k = f_.body_begin + 1; k < before; ++k) {
      if (t_[k].text == t_[name].text && t_[k - 1].is("*") && assignment_at(k + 1) == npos) return true;
    }
    return false;
  }
  const Survey& survey_;
  std::map<std::string_view, bool> numbers_;  // shared by the threads; true: a pointer to it
};

}  // namespace

void find_lost_updates(const SourceFile& file, const Survey& survey, const Function& kernel, Races& out) {
  LostUpdates(file, survey, kernel, out).run();
}

}  // namespace cu2cpp
