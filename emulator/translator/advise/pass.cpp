#include "advise/pass.hpp"

#include <algorithm>
#include <cstdlib>

namespace cu2cpp {

bool Pass::is_wait(std::size_t i) const {
  return cu2cpp::is_wait(t_[i]) || (t_[i].kind == Kind::identifier && t_[i + 1].is("(") && facts_.waits(t_[i].text));
}
bool Pass::waits(std::size_t begin, std::size_t end) const {
  for (std::size_t i = begin; i < std::min(end, f_.body_end); ++i) {
    if (is_wait(i) || t_[i].text.find("atomic") != npos) return true;
  }
  return false;
}

std::size_t Pass::loop_around(std::size_t i) const {
  for (std::size_t k = i; k-- > f_.body_begin + 1;) {
    if (!t_[k].is("for") && !t_[k].is("while") && !t_[k].is("do")) continue;
    const std::size_t last = statement_last(k);
    if (last == npos || last > i) return k;
  }
  return npos;
}

bool Pass::are_separated(std::size_t a, std::size_t b) const {
  const std::size_t first = std::min(a, b), last = std::max(a, b);
  const auto waits_between = [&](std::size_t begin, std::size_t end) {
    for (std::size_t k = begin; k < std::min(end, f_.body_end); ++k) {
      if (is_wait(k)) return true;
    }
    return false;
  };
  if (!waits_between(first, last)) return false;
  for (std::size_t loop = loop_around(first); loop != npos; loop = loop_around(loop)) {
    const std::size_t end = statement_last(loop);
    if (end == npos) return false;
    if (last <= end && !waits_between(loop, first) && !waits_between(last, end)) return false;
  }
  return true;
}

bool Pass::is_for_one(std::size_t i) const {
  for (std::size_t k = f_.body_begin + 1; k < i; ++k) {
    if (t_[k].is("switch") && t_[k + 1].is("(")) {
      const std::size_t close = closing(t_, k + 1), last = statement_last(k);
      if (close != npos && last != npos && last > i && words_.occur(k + 1, close)) return true;
    }
    if (!t_[k].is("if")) continue;
    const std::size_t open = t_[k + 1].is("constexpr") ? k + 2 : k + 1, close = closing(t_, open);
    if (close == npos) continue;
    const std::size_t then = statement_last(close + 1), last = statement_last(k);
    if (then == npos || last == npos) continue;
    if (i <= then ? i > close && picks_one(open, close) : i <= last && picks_others(open, close)) return true;
    const std::size_t first = t_[close + 1].is("{") ? close + 2 : close + 1;
    if (last < i && t_[first].is("return") && picks_others(open, close)) return true;
  }
  return false;
}

bool Pass::is_for_some(std::size_t i) const {
  for (std::size_t k = f_.body_begin + 1; k < i; ++k) {
    if (!is_head(k) || !t_[k + 1].is("(")) continue;
    const std::size_t close = closing(t_, k + 1), last = statement_last(k);
    if (close == npos || last == npos || !words_.occur(k + 1, close)) continue;
    const std::size_t first = t_[close + 1].is("{") ? close + 2 : close + 1;
    if (last >= i || t_[first].is("return")) return true;
  }
  return false;
}

// if (t == 0), if (!t), if (t < 1), if (group.thread_rank() == 0), if (is_first)
bool Pass::picks_one(std::size_t open, std::size_t close) const {
  for (std::size_t k = open + 1; k < close; ++k) {
    const bool same = t_[k].is("==") || (t_[k].is("=") && t_[k + 1].is("="));
    if (same && t_[k - 1].kind == Kind::identifier) return true;
    if (same && t_[k - 1].is(")") && t_[k - 2].is("(")) return true;
    if (t_[k].is("!") && !t_[k + 1].is("=")) return true;
    if (t_[k].is("<") && t_[k + 1].is("1") && t_[k - 1].kind == Kind::identifier) return true;
    if (words_.tells_one(t_[k].text)) return true;
  }
  return false;
}

// if (t != 0), if (t > 0), if (t >= 1), if (threadIdx.x)
bool Pass::picks_others(std::size_t open, std::size_t close) const {
  if (!words_.occur(open, close)) return false;
  bool compares = false;
  for (std::size_t k = open + 1; k < close; ++k) {
    if (t_[k].is("!=") || (t_[k].is("!") && t_[k + 1].is("="))) return true;
    if (t_[k].is(">") && (t_[k + 1].is("0") || t_[k + 1].is("=") || t_[k + 1].is("1"))) return true;
    if (t_[k].is(">=") && t_[k + 1].is("1")) return true;
    compares = compares || (t_[k].kind == Kind::punctuation && !t_[k].is("."));
  }
  return !compares;
}

std::string Pass::element(std::size_t i) const {
  std::string text(t_[i].text);
  for (std::size_t k = i + 1; t_[k].is("[");) {
    const std::size_t close = closing(t_, k);
    if (close == npos) break;
    while (k <= close) text += t_[k++].text;
  }
  return text;
}
std::size_t Pass::behind_indices(std::size_t i) const {
  std::size_t k = i + 1;
  while (t_[k].is("[") && closing(t_, k) != npos) k = closing(t_, k) + 1;
  return k;
}

bool Pass::is_stored_anywhere(const std::string& text) const {
  const std::string_view name = std::string_view(text).substr(0, text.find('['));
  for (std::size_t k = f_.body_begin; k < f_.body_end; ++k) {
    if (t_[k].text == name && assignment_at(behind_indices(k)) != npos && element(k) == text) return true;
  }
  return false;
}

bool Pass::has_index(std::size_t i) const {
  if (t_[i].kind != Kind::identifier || !t_[i + 1].is("[") || t_[i + 2].is("]")) return false;
  const Token& before = t_[i - 1];
  const bool type = before.kind == Kind::identifier && !before.is("return") && !before.is("else") && !before.is("do");
  if (type || before.is(".") || before.is("->") || before.is("::")) return false;
  for (std::size_t k = i; k > f_.body_begin; --k) {  // __shared__ int a[16], b[16];
    if (t_[k].is("__shared__")) return false;
    if (t_[k].is(";") || t_[k].is("{") || t_[k].is("}")) break;
  }
  return true;
}

// s[t][0] and s[t][i], s[k][t] and s[k - 1][t]; s[now][t] and s[1 - now][t - 1] are in two buffers.
bool Pass::are_of_one_row(std::size_t a, std::size_t b) const {
  bool own = false, others = false, two_buffers = false;
  for (std::size_t k_a = a + 1, k_b = b + 1; t_[k_a].is("[") && t_[k_b].is("[");) {
    const std::size_t close_a = closing(t_, k_a), close_b = closing(t_, k_b);
    if (close_a == npos || close_b == npos) return false;
    bool same = close_a - k_a == close_b - k_b;
    for (std::size_t k = 0; same && k < close_a - k_a; ++k) same = t_[k_a + k].is(t_[k_b + k].text);
    const bool of_thread = words_.occur(k_a, close_a) || words_.occur(k_b, close_b);
    own = own || (of_thread && same);
    others = others || (of_thread && !same);
    two_buffers = two_buffers || (k_a == a + 1 && !same && !of_thread);
    k_a = close_a + 1;
    k_b = close_b + 1;
  }
  return (own && !others) || two_buffers;
}

bool Pass::are_of_one_thread(std::size_t a, std::size_t b) const {
  if (!t_[a + 1].is("[") || !t_[b + 1].is("[")) return false;
  std::size_t open_a = a + 1, open_b = b + 1;
  std::size_t close_a = closing(t_, open_a), close_b = closing(t_, open_b);
  if (close_a == npos || close_b == npos) return false;
  if (t_[close_a + 1].is("[") && t_[close_b + 1].is("[")) return are_of_one_row(a, b);
  const std::string factor = words_.factor(open_a, close_a);
  if (!factor.empty() && factor == words_.factor(open_b, close_b)) {
    // s[2 * t] and s[2 * t + 2] belong to neighbours.
    const auto offset = [&](std::size_t open, std::size_t close) {
      const bool literal = t_[close - 1].kind == Kind::number && (t_[close - 2].is("+") || t_[close - 2].is("-"));
      const long value = literal ? std::atol(std::string(t_[close - 1].text).c_str()) : 0;
      return open + 2 < close && literal && t_[close - 2].is("-") ? -value : value;
    };
    const long width = std::atol(factor.c_str());
    return width == 0 || std::labs(offset(open_a, close_a) - offset(open_b, close_b)) < width;
  }
  // A swap, by some of the threads (if (t < n / 2) …): in a loop only if its iterations are kept separate.
  const auto turns_are_apart = [&](std::size_t i) {
    const std::size_t loop = loop_around(i);
    return loop == npos || waits(loop, statement_last(loop));
  };
  return is_for_some(a) && is_stored_anywhere(element(a)) && is_stored_anywhere(element(b)) && turns_are_apart(a) &&
         turns_are_apart(b);
}

}  // namespace cu2cpp
