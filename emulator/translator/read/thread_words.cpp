#include "read/thread_words.hpp"

#include <algorithm>
#include <array>

namespace cu2cpp {
namespace {

bool is_same(const Tokens& t, std::size_t i) {
  return t[i].is("==") || (t[i].is("=") && t[i + 1].is("="));
}

}  // namespace

ThreadWords::ThreadWords(const Tokens& tokens, std::size_t begin, std::size_t end) : t_(tokens) {
  for (std::size_t i = begin; i < end; ++i) {
    if (t_[i].is("threadIdx") || t_[i].is("thread_rank") || t_[i].is("thread_index")) words_.emplace(t_[i].text);
  }
  find_words(begin, end);
}

void ThreadWords::find_words(std::size_t begin, std::size_t end) {
  for (std::size_t known = 0; known != words_.size();) {
    known = words_.size();
    for (std::size_t i = begin; i + 2 < end; ++i) {
      if (t_[i].kind != Kind::identifier || t_[i - 1].is(".") || t_[i - 1].is("->")) continue;
      const bool assigned = t_[i + 1].is("=") ? !t_[i + 2].is("=") : is_one_of(t_[i + 1], assignments);
      std::size_t last = i + 1;
      while (assigned && last < end && !t_[last].is(";") && !t_[last].is(",") && !t_[last].is(")")) {
        if (t_[last].is("(") || t_[last].is("[") || t_[last].is("{")) last = std::min(closing(t_, last), end);
        ++last;
      }
      last = std::min(last, end);
      if (assigned && occur(i + 1, last)) note_assignment(i, i + 2, last);
    }
  }
}

void ThreadWords::note_assignment(std::size_t word, std::size_t begin, std::size_t end) {
  const std::string name(t_[word].text), times = t_[word + 1].is("=") ? factor(begin, end) : "";
  const bool is_new = words_.insert(name).second;
  if (is_new) {
    factors_[name] = times;
  } else if (factors_[name] != times) {
    factors_[name].clear();
  }
  for (std::size_t k = begin; k < end && is_new; ++k) {
    if (is_same(t_, k)) flags_.insert(name);
  }
}

bool ThreadWords::occur(std::size_t begin, std::size_t end) const {
  return std::any_of(t_.begin() + static_cast<std::ptrdiff_t>(begin), t_.begin() + static_cast<std::ptrdiff_t>(end),
                     [&](const Token& t) { return words_.contains(t.text); });
}

bool ThreadWords::mean_one(std::size_t open) const {
  const std::size_t close = closing(t_, open);
  if (close == npos || !occur(open, close)) return false;
  for (std::size_t i = open + 1; i < close; ++i) {
    if (is_same(t_, i) || (t_[i].is("<") && t_[i + 1].is("1"))) return true;
    if (t_[i].is("!") && words_.contains(t_[i + 1].text)) return true;
  }
  return false;
}

std::string ThreadWords::factor(std::size_t begin, std::size_t end) const {
  std::string all;
  for (std::size_t i = begin; i < end; ++i) {
    if (!words_.contains(t_[i].text) || t_[i - 1].is(".")) continue;
    const std::string times = factor_at(i, begin, end);
    if (times.empty() || (!all.empty() && all != times)) return {};
    all = times;
  }
  return all;
}

// Of one word: t * K, K * t, (t + 1) * K, or a word that holds such a product.
std::string ThreadWords::factor_at(std::size_t i, std::size_t begin, std::size_t end) const {
  if (const auto known = factors_.find(t_[i].text); known != factors_.end() && !known->second.empty()) {
    return known->second;
  }
  std::size_t first = i, last = i;
  for (;;) {
    while (last + 2 < end && t_[last + 1].is(".")) last += 2;
    const auto operand = [&](std::size_t k) { return t_[k].kind == Kind::identifier || t_[k].kind == Kind::number; };
    if (last + 2 < end && t_[last + 1].is("*") && operand(last + 2)) {
      std::string text(t_[last + 2].text);
      for (std::size_t k = last + 3; k + 1 < end && t_[k].is("."); k += 2) text += t_[k + 1].text;
      return text;
    }
    if (first >= begin + 2 && t_[first - 1].is("*") && operand(first - 2)) return std::string(t_[first - 2].text);
    // The parentheses around it
    std::size_t open = first;
    int depth = 0;
    while (open > begin) {
      --open;
      depth += t_[open].is(")") - t_[open].is("(");
      if (depth < 0) break;
    }
    if (depth >= 0) return {};
    const std::size_t close = closing(t_, open);
    if (close == npos || close >= end) return {};
    first = open;
    last = close;
  }
}

}  // namespace cu2cpp
