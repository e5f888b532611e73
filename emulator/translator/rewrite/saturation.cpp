#include "rewrite/saturation.hpp"

#include <algorithm>
#include <array>
#include <set>

#include "read/code_sides.hpp"
#include "rewrite/token_rewriter.hpp"

namespace cu2cpp {
namespace {

using TypeNames = std::set<std::string_view>;

bool is_any_of(const Token& t, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), t.text) != words.end();
}

bool is_unsigned_name(const Token& t) {
  return is_any_of(t, {"unsigned", "size_t", "uint8_t", "uint16_t", "uint32_t", "uint64_t", "uchar", "ushort", "uint",
                       "ulong", "u_char", "u_int"});
}

// Template parameters and aliases, which may stand for an unsigned type.
TypeNames type_names(const Tokens& t) {
  TypeNames names;
  for (std::size_t i = 1; i + 1 < t.size(); ++i) {
    if (t[i].kind != Kind::identifier) continue;
    const Token &before = t[i - 1], &next = t[i + 1];
    const bool parameter = is_any_of(before, {"typename", "class"}) && is_any_of(next, {",", ">", "="});
    const bool alias = before.is("using") && next.is("=");
    if (parameter || alias) names.insert(t[i].text);
    if (!t[i].is("typedef")) continue;
    std::size_t k = i + 1;
    while (k + 1 < t.size() && !t[k + 1].is(";") && !t[k + 1].is("(") && !t[k + 1].is("{")) ++k;
    if (k + 1 < t.size() && t[k + 1].is(";") && t[k].kind == Kind::identifier) names.insert(t[k].text);
  }
  return names;
}

class Saturation : TokenRewriter {
 public:
  Saturation(const SourceFile& file, const Tokens& tokens, const Survey* survey, const Program& program,
             std::vector<Edit>& edits, const TypeNames& names)
      : TokenRewriter(file, tokens, survey, program, edits), names_(names) {}

  void run(const CodeSides* sides) {
    for (std::size_t i = 1; i + 2 < t_.size(); ++i) {
      const Side side = sides ? (*sides)[i] : Side::both;  // a macro may be used on either side
      if (side != Side::device && side != Side::both) continue;
      for_host_too_ = side == Side::both;
      if (t_[i].is("(")) c_cast(i);
      if (t_[i].is("static_cast") && t_[i + 1].is("<")) static_cast_of(i);
      if (!begins_type(i)) continue;
      const std::size_t end = type_end(i);
      if (end == npos) continue;
      if (end + 1 < t_.size() && t_[end].is("(")) functional_cast(i, end);
      if (survey_ && end + 2 < t_.size() && t_[end].kind == Kind::identifier) declaration(i, end);
      i = end - 1;
    }
  }

 private:
  [[nodiscard]] bool begins_type(std::size_t i) const {
    return t_[i].kind == Kind::identifier && !is_any_of(t_[i - 1], {"::", ".", "->", "typename", "class", "struct"});
  }
  // After the words of a type that is unsigned, or may be: unsigned long long, std::size_t, T. npos: another one.
  [[nodiscard]] std::size_t type_end(std::size_t i) const {
    if (t_[i].is("std") && i + 2 < t_.size() && t_[i + 1].is("::")) {
      return is_unsigned_name(t_[i + 2]) ? i + 3 : npos;
    }
    if (names_.count(t_[i].text)) return i + 1;
    bool is_unsigned = false;
    std::size_t k = i;
    for (; k < t_.size(); ++k) {
      const bool name = is_unsigned_name(t_[k]);
      if (!name && !is_any_of(t_[k], {"char", "short", "int", "long"})) break;
      if (name && k > i && !t_[k].is("unsigned")) break;
      is_unsigned |= name;
    }
    return is_unsigned ? k : npos;
  }
  [[nodiscard]] std::string saturated(std::size_t begin, std::size_t end) const {
    return "::cuda_emulator::Saturated<" + on_one_line(t_, begin, end) + (for_host_too_ ? ", true>" : ">");
  }
  [[nodiscard]] static bool is_integer(const Token& t) { return t.kind == Kind::number && t.text.find('.') == npos; }

  // A cast is what an operand follows, and no name precedes: f(unsigned) declares or calls.
  void c_cast(std::size_t open) {
    const std::size_t end = type_end(open + 1);
    if (end == npos || end + 1 >= t_.size() || !t_[end].is(")")) return;
    const Token &before = t_[open - 1], &next = t_[end + 1];
    const bool word = before.kind == Kind::identifier && !is_any_of(before, {"return", "case", "else", "do", "throw"});
    if (word || is_any_of(before, {")", "]", ">"})) return;
    const bool operand =
        (next.kind == Kind::identifier &&
         !is_any_of(next, {"const", "noexcept", "volatile", "override", "final", "mutable", "requires"})) ||
        next.kind == Kind::number || is_any_of(next, {"(", "-", "+", "*", "~"});
    if (!operand || is_integer(next)) return;
    edits_.push_back({t_[end].end(), t_[end].end(), "(" + saturated(open + 1, end) + ")"});
  }

  void static_cast_of(std::size_t i) {
    const std::size_t begin = i + 2, end = type_end(begin);
    if (end == npos || end + 1 >= t_.size() || !t_[end].is(">") || !t_[end + 1].is("(")) return;
    wrap(end + 1, begin, end);
  }

  void functional_cast(std::size_t begin, std::size_t open) {
    const Token& before = t_[begin - 1];
    const bool word = before.kind == Kind::identifier && !is_any_of(before, {"return", "case", "else", "do"});
    if (word || open != begin + 1 || is_any_of(before, {"<", "*", "&", ">"}) || t_[open + 1].is("*")) return;
    const std::size_t close = closing(t_, open);
    if (close == npos || close == open + 1) return;
    // unsigned(x) may also be a type, as in function<unsigned(int)>, or declare x.
    if (is_any_of(before, {",", "("}) && close + 1 < t_.size() && t_[close + 1].is(">")) return;
    if (is_any_of(before, {";", "{", "}"})) return;
    wrap(open, begin, open);
  }

  // (x)  ->  (static_cast<Saturated<T>>(x))
  void wrap(std::size_t open, std::size_t begin, std::size_t end) {
    const std::size_t close = closing(t_, open);
    if (close == npos || close == open + 1 || (close == open + 2 && is_integer(t_[open + 1]))) return;
    edits_.push_back({t_[open].end(), t_[open].end(), "static_cast<" + saturated(begin, end) + ">("});
    edits_.push_back({t_[close].begin, t_[close].begin, ")"});
  }

  // unsigned u = x, v = y;
  void declaration(std::size_t begin, std::size_t name) {
    if (names_.count(t_[begin].text)) return;
    if (!is_any_of(t_[begin - 1], {";", "{", "}", "const", "constexpr", "("})) return;
    for (std::size_t k = name; k + 1 < t_.size() && t_[k].kind == Kind::identifier && t_[k + 1].is("=");) {
      const std::size_t first = k + 2;
      std::size_t last = first;
      bool angles = false;
      for (; last < t_.size() && !t_[last].is(",") && !t_[last].is(";"); ++last) {
        angles |= t_[last].is("<");
        if (t_[last].is(")") || t_[last].is("}")) return;
        if (t_[last].is("(") || t_[last].is("[") || t_[last].is("{")) last = closing(t_, last);
        if (last == npos) return;
      }
      // f<a, b>(x): the comma does not end it.
      if (last >= t_.size() || (angles && t_[last].is(",")) || t_[first].is("{")) return;
      if (last != first + 1 || !is_integer(t_[first])) {
        edits_.push_back({t_[first].begin, t_[first].begin, "static_cast<" + saturated(begin, name) + ">("});
        edits_.push_back({t_[last - 1].end(), t_[last - 1].end(), ")"});
      }
      k = last + 1;
      if (!t_[last].is(",")) return;
    }
  }

  const TypeNames& names_;
  bool for_host_too_ = false;
};

}  // namespace

void saturate_casts(const SourceFile& file, const Survey& survey, const Program& program, std::vector<Edit>& edits) {
  const TypeNames names = type_names(file.code);
  const CodeSides sides(file, survey, program);
  Saturation(file, file.code, &survey, program, edits, names).run(&sides);
  for (const Macro& macro : file.macros) Saturation(file, macro.body, nullptr, program, edits, names).run(nullptr);
}

}  // namespace cu2cpp
