// What statements do to words of memory that threads share.
#include <algorithm>
#include <array>

#include "read/statements.hpp"
#include "tell/facts.hpp"

namespace cu2cpp {
namespace {

constexpr std::size_t most_lines = 12;  // from an old value to its use
constexpr std::array<std::string_view, 8> in_place = {"++", "--", "+=", "-=", "*=", "|=", "&=", "^="};

class Sharing : Statements {
 public:
  Sharing(const Tokens& tokens, const Function& function, FactTable& table)
      : Statements(tokens, function), table_(table) {}

  void run() {
    for (std::size_t i = f_.body_begin + 1; i < f_.body_end; ++i) {
      if (t_[i].is("if") && t_[i + 1].is("(")) claim(i + 1);
      if (t_[i].is("=")) assignment(i);
      if (is_one_of(t_[i], in_place)) table_.add(Fact::changes_in_place, i, "");
      if (t_[i].text.starts_with("__syncthreads")) barrier(i);
    }
  }

 private:
  struct Store {
    Range element, value;
  };

  [[nodiscard]] std::string text(Range range) const {
    std::string all;
    for (std::size_t k = range.begin; k < std::min(range.end, t_.size()); ++k) all += t_[k].text;
    return all;
  }
  template <std::size_t n>
  [[nodiscard]] std::size_t next(std::size_t i, const std::array<std::string_view, n>& signs) const {
    while (i < f_.body_end && !is_one_of(t_[i], signs)) ++i;
    return i;
  }

  // Names of the kernel's parameters, constants or numbers.
  [[nodiscard]] bool same_in_all_threads(Range value) const {
    for (std::size_t k = value.begin; k < value.end; ++k) {
      const Token& token = t_[k];
      bool same = token.kind == Kind::number || token.is("+") || token.is("-") || token.is("!") || token.is("true") ||
                  token.is("false");
      same |= token.kind == Kind::identifier && token.text.find_first_of("abcdefghijklmnopqrstuvwxyz") == npos;
      for (std::size_t p = f_.parameters_begin; f_.global && p < f_.parameters_end; ++p) {
        same |= t_[p].text == token.text && (t_[p + 1].is(",") || p + 1 == f_.parameters_end);
      }
      if (!same) return false;
    }
    return true;
  }

  // What a condition compares the element with, if it is simple: "-1" of "level[w] == -1" and of "-1 == level[w]", "0"
  // of "!visited[w]"; empty: with nothing.
  [[nodiscard]] std::string compared_with(Range element) const {
    constexpr std::array<std::string_view, 6> compares = {"==", "!=", "<=", ">=", "<", ">"};
    constexpr std::array<std::string_view, 6> ends = {"&&", "||", "&", "|", "(", ")"};
    if (t_[element.begin - 1].is("!")) return "0";
    Range value{element.end + 1, element.end + 1};
    if (is_one_of(t_[element.end], compares)) {
      value.end = next(value.begin, ends);
    } else if (is_one_of(t_[element.begin - 1], compares)) {
      value = {element.begin - 1, element.begin - 1};
      while (!is_one_of(t_[value.begin - 1], ends)) --value.begin;
    }
    const std::string with = text(value);
    return with.find_first_of("[(*+/%?:") == npos ? with : "";
  }

  // "elem = value;" one after another, of values that are the same in all threads; empty if there are others.
  [[nodiscard]] std::vector<Store> plain_stores(std::size_t begin, std::size_t end) const {
    constexpr std::array<std::string_view, 4> signs = {"=", ";", "(", "{"};
    std::vector<Store> stores;
    for (std::size_t last = begin; begin < end; begin = last + 1) {
      const std::size_t sign = next(begin, signs);
      last = next(sign + 1, signs);
      const Store store{{begin, sign}, {sign + 1, last}};
      if (!t_[sign].is("=") || !t_[last].is(";") || !same_in_all_threads(store.value)) return {};
      stores.push_back(store);
    }
    return stores;
  }

  // A search level by level: if (level[w] == -1) level[w] = next; One thread may read a word while another one sets it.
  // Whether it reads the old or the new value, memory ends up the same if only stores of values that are the same in
  // all threads depend on the read, or if it compares the word with a third value.
  void claim(std::size_t open) {
    const std::size_t close = closing(t_, open);
    if (close == npos) return;
    const bool block = t_[close + 1].is("{");
    const std::vector<Store> stores =
        block ? plain_stores(close + 2, closing(t_, close + 1))
              : plain_stores(close + 1, next(close + 1, std::array<std::string_view, 1>{";"}) + 1);
    for (const Store& store : stores) {
      const std::string element = text(store.element);
      for (std::size_t i = open + 1; i < close; ++i) {
        const Range read{i, i + store.element.end - store.element.begin};
        if (text(read) != element || compared_with(read).empty()) continue;
        table_.add(Fact::claims, store.value.begin, std::to_string(table_.lines[open]));
        other_reads(store, stores, compared_with(read));
      }
    }
  }

  // Of any element of the array, the only one in its line, compared with neither the old value nor the new one.
  void other_reads(const Store& store, const std::vector<Store>& stores, const std::string& old) {
    const std::string element = text(store.element);
    const auto is_array = [&](std::size_t i) { return t_[i].is(t_[store.element.begin].text) && t_[i + 1].is("["); };
    for (std::size_t i = f_.body_begin + 1; i < f_.body_end; ++i) {
      if (!is_array(i) || !is_array(store.element.begin) || closing(t_, i + 1) == npos) continue;
      const std::string with = compared_with({i, closing(t_, i + 1) + 1}), line = std::to_string(table_.lines[i]);
      bool known = with.empty() || with == old;
      for (const Store& one : stores) known |= text(one.element) == element && text(one.value) == with;
      for (std::size_t k = f_.body_begin; k < f_.body_end; ++k) {
        known |= k != i && table_.lines[k] == table_.lines[i] && is_array(k);
      }
      if (!known) table_.add(Fact::claims, store.value.begin, line);
    }
  }

  // x[i] = x[i] + 1; and int seen = counter; shortly before counter = seen + 1;
  void assignment(std::size_t sign) {
    constexpr std::array<std::string_view, 5> ends = {";", "{", "}", "(", ")"};
    Store now{{sign, sign}, {sign + 1, next(sign, std::array<std::string_view, 3>{";", "{", "}"})}};
    while (!is_one_of(t_[now.element.begin - 1], ends)) --now.element.begin;
    const std::string element = text(now.element);
    for (std::size_t k = now.value.begin; k < now.value.end; ++k) {
      if (text({k, k + sign - now.element.begin}) == element) table_.add(Fact::changes_in_place, sign, "");
      for (const Store& before : assigned_) {
        if (t_[k].is(t_[before.element.end - 1].text) && text(before.value) == element &&
            table_.lines[before.value.begin] + most_lines > table_.lines[sign]) {
          table_.add(Fact::stores_old_value, sign, "");
        }
      }
    }
    assigned_.push_back(now);
  }

  // Of the loops around it, the outermost.
  void barrier(std::size_t i) {
    for (std::size_t k = f_.body_begin + 1; k < i; ++k) {
      const bool loop = t_[k].is("for") || t_[k].is("while") || t_[k].is("do");
      if (!loop || statement_last(k) == npos || statement_last(k) < i) continue;
      return table_.add(Fact::barrier_in_loop, i, std::to_string(table_.lines[k]));
    }
  }

  FactTable& table_;
  std::vector<Store> assigned_;
};

}  // namespace

void tell_statements(const Tokens& tokens, const Function& function, FactTable& table) {
  Sharing(tokens, function, table).run();
}

}  // namespace cu2cpp
