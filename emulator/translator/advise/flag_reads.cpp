#include "advise/flag_reads.hpp"

#include <string_view>

namespace cu2cpp {
namespace {

class FlagReads : Pass {
 public:
  FlagReads(const SourceFile& file, const Function& kernel, Races& out) : Pass(file, kernel, out) {}

  void run() {
    for (std::size_t i = f_.body_begin; i + 1 < f_.body_end; ++i) {
      std::size_t condition = npos, body = npos;
      if (t_[i].is("do") && t_[i + 1].is("{")) {
        body = i + 1;
        const std::size_t close = closing(t_, body);
        if (close != npos && t_[close + 1].is("while") && t_[close + 2].is("(")) condition = close + 2;
      } else if ((t_[i].is("while") || t_[i].is("for")) && t_[i + 1].is("(")) {
        condition = i + 1;
        const std::size_t close = closing(t_, condition);
        if (close != npos && t_[close + 1].is("{")) body = close + 1;
      }
      if (condition == npos || body == npos) continue;
      const std::size_t wait = first_wait(body);
      if (wait == npos) continue;
      for (std::size_t k = condition + 1; k < closing(t_, condition); ++k) {
        if (t_[k].kind == Kind::identifier && is_flag(k) && is_set(k, body, wait)) {
          note(condition,
               "threads still read " + std::string(t_[k].text) + " when one of them sets it: a barrier is missing");
          break;
        }
      }
    }
  }

 private:
  [[nodiscard]] std::size_t first_wait(std::size_t body) const {
    for (std::size_t k = body; k < closing(t_, body); ++k) {
      if (t_[k].text.find("sync") != npos && t_[k].kind == Kind::identifier) return k;
    }
    return npos;
  }
  // Memory that the threads share: *p, p[i], or a variable that the function declares as __shared__.
  [[nodiscard]] bool is_flag(std::size_t k) const {
    if (t_[k + 1].is("[")) return true;
    if (t_[k - 1].is("*") && (t_[k - 2].is("(") || t_[k - 2].is("!") || t_[k - 2].is("&&") || t_[k - 2].is("||"))) {
      return true;
    }
    for (std::size_t i = f_.body_begin; i < f_.body_end; ++i) {
      if (!t_[i].is("__shared__")) continue;
      for (std::size_t n = i + 1; n < f_.body_end && !t_[n].is(";"); ++n) {
        if (t_[n].is(t_[k].text)) return true;
      }
    }
    return false;
  }
  // Does a thread store to it before the first wait, and not to its own element?
  [[nodiscard]] bool is_set(std::size_t flag, std::size_t begin, std::size_t end) const {
    for (std::size_t k = begin; k < end; ++k) {
      if (!t_[k].is(t_[flag].text)) continue;
      const std::size_t sign = behind_indices(k);
      const bool own = element(k) == element(flag)
                           ? words_.occur(flag + 1, behind_indices(flag))
                           : t_[k + 1].is("[") && t_[flag + 1].is("[") && is_constant(k) && is_constant(flag);
      if (sign < end && t_[sign].is("=") && !t_[sign + 1].is("=") && !own) return true;
    }
    return false;
  }
  [[nodiscard]] bool is_constant(std::size_t element) const {
    return t_[element + 2].kind == Kind::number && t_[element + 3].is("]");
  }
};

}  // namespace

void find_flag_reads(const SourceFile& file, const Function& kernel, Races& out) {
  FlagReads(file, kernel, out).run();
}

}  // namespace cu2cpp
