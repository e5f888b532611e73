#include "read/declaration.hpp"

#include <algorithm>
#include <array>

namespace cu2cpp {
namespace {

constexpr std::array<std::string_view, 10> takes_parentheses = {
    "__launch_bounds__", "__cluster_dims__", "__align__", "alignas",        "__attribute__",
    "__declspec",        "decltype",         "noexcept",  "__block_size__", "explicit"};
constexpr std::array<std::string_view, 11> follows_parameters = {
    "const",    "noexcept", "override",          "final",         "volatile", "__cluster_dims__",
    "requires", "try",      "__launch_bounds__", "__attribute__", "mutable"};
constexpr std::array<std::string_view, 28> plain_words = {
    "void",    "int",      "float",    "double",  "bool",   "char",        "short",    "long",    "unsigned", "signed",
    "size_t",  "std",      "auto",     "const",   "static", "inline",      "extern",   "vector",  "string",   "int32_t",
    "int64_t", "uint32_t", "uint64_t", "uint8_t", "dim3",   "cudaError_t", "template", "typename"};

bool is_shouting(std::string_view word) {
  return word.size() > 1 && std::none_of(word.begin(), word.end(), [](char c) { return c >= 'a' && c <= 'z'; });
}

std::size_t skip_template_header(const Tokens& t, std::size_t i, std::size_t end) {
  while (i + 1 < end && t[i].is("template") && t[i + 1].is("<")) {
    const std::size_t close = closing_angle(t, i + 1);
    if (close == npos || close >= end) return end;
    i = close + 1;
  }
  return i;
}

// The name in a declarator's own parentheses, as in int (*name)(int), float (&name())[4] or void (name)(int).
struct Nested {
  std::size_t name = npos;  // npos: these parentheses are no declarator's
  bool pointer = false;
};
Nested nested_declarator(const Head& head, std::size_t open, std::size_t close) {
  const Tokens& t = head.t;
  Nested nested;
  std::size_t k = open + 1;
  for (; k < close; ++k) {
    const bool sign = t[k].is("*") || t[k].is("&") || t[k].is("&&");
    nested.pointer |= sign;
    if (!sign && !t[k].is("const") && !t[k].is("volatile") && !t[k].is("__restrict__")) break;
  }
  if (open == head.begin || k >= close || t[k].kind != Kind::identifier) return {};
  const Token& before = t[open - 1];
  const bool type = before.is("*") || before.is("&") || before.is(">") ||
                    (before.kind == Kind::identifier && !is_one_of(before.text, takes_parentheses) &&
                     (nested.pointer || is_one_of(before.text, plain_words)));
  const Token& next = t[k + 1];
  const bool name = next.is(")") || next.is("(") || next.is("[");
  const bool goes_on = close + 1 < head.end && (t[close + 1].is("(") || t[close + 1].is("["));
  // T (*p) = …, T (x)[4]: a name alone
  const bool ends = nested.pointer || close + 1 == head.end || t[close + 1].is("=") || t[close + 1].is("[");
  if (type && name && (goes_on || (ends && next.is(")")))) nested.name = k;
  return nested;
}

std::size_t count_of_parameters(const Tokens& t, const Function& f) {
  std::size_t commas = 0;
  for (std::size_t i = f.parameters_begin + 1; i < f.parameters_end; ++i) {
    if (t[i].is("(") || t[i].is("[") || t[i].is("{")) i = std::min(closing(t, i), f.parameters_end);
    if (const std::size_t close = t[i].is("<") ? closing_angle(t, i) : npos; close != npos) i = close;
    commas += t[i].is(",");
  }
  const bool none = f.parameters_end == f.parameters_begin + 1 ||
                    (f.parameters_end == f.parameters_begin + 2 && t[f.parameters_begin + 1].is("void"));
  return none ? 0 : commas + 1;
}

enum class Parentheses { parameters, other, no_function };

// The meaning of the ( at i in the head of a function, whose name and parameters are stored if it opens these.
Parentheses read_parentheses(const Head& head, std::size_t i, Function& f) {
  const Tokens& t = head.t;
  const std::size_t close = closing(t, i);
  if (close == npos || close >= head.end || i == head.begin) return Parentheses::no_function;
  const auto parameters = [&](std::size_t name, std::size_t open) {
    f.name = t[name].text;
    f.name_at = name;
    f.parameters_begin = open;
    f.parameters_end = closing(t, open);
    return f.parameters_end == npos ? Parentheses::no_function : Parentheses::parameters;
  };
  if (const Nested nested = nested_declarator(head, i, close); nested.name != npos) {
    if (t[nested.name + 1].is("(")) return parameters(nested.name, nested.name + 1);
    const bool called = close + 1 < head.end && t[close + 1].is("(");
    return called && !nested.pointer ? parameters(nested.name, close + 1) : Parentheses::no_function;
  }
  std::size_t name_at = i - 1;
  if (t[name_at].is(">")) {
    name_at = opening_angle(t, name_at);
    if (name_at == npos || name_at <= head.begin) return Parentheses::no_function;
    --name_at;
  }
  const Token& before = t[name_at];
  const Token* after = close + 1 < head.end ? &t[close + 1] : nullptr;
  const bool attribute = is_one_of(before.text, takes_parentheses) || before.says_by_macro();
  const bool group = attribute || (after && after->kind == Kind::identifier && !after->says_by_macro() &&
                                   !is_one_of(after->text, follows_parameters));
  if (group || before.kind != Kind::identifier) {
    if (!attribute) f.ordinary = false;  // some macro with arguments
    return Parentheses::other;
  }
  if (t[i + 1].kind == Kind::number || t[i + 1].kind == Kind::text) return Parentheses::no_function;  // int x(3);
  return parameters(name_at, i);
}

// operator+, operator(), operator T: the name ends where the parameters open.
bool read_operator(const Head& head, std::size_t i, Function& f) {
  const Tokens& t = head.t;
  f.name_at = i;
  f.name = "operator";
  std::size_t open = i + 1;
  if (open + 1 < head.end && t[open].is("(") && t[open + 1].is(")")) open += 2;
  while (open < head.end && !t[open].is("(")) ++open;
  if (open >= head.end) return false;
  for (std::size_t k = i + 1; k < open; ++k) f.name += t[k].text;
  f.parameters_begin = open;
  f.parameters_end = closing(t, open);
  return f.parameters_end != npos && f.parameters_end < head.end;
}

void read_word(const Token& token, Function& f) {
  f.global |= token.says(Qualifier::global);
  f.device |= token.says(Qualifier::device);
  f.host |= token.says(Qualifier::host);
  f.constant |= token.says(Qualifier::compile_time);
  if (token.says(Qualifier::doubtful)) f.ordinary = false;
  if (token.says_by_macro()) return;
  const bool known = token.text.starts_with("__") || is_one_of(token.text, plain_words);
  if (!known && is_shouting(token.text)) f.ordinary = false;  // may be a macro
  if (!known) f.words.emplace_back(token.text);
}

// Moves to the function's name and parameters, and records the words before them.
bool read_name(const Head& head, Function& f) {
  const Tokens& t = head.t;
  std::size_t i = skip_template_header(t, head.begin, head.end);
  if (i < head.end && t[i].is("template")) return false;  // explicit instantiation
  for (; i < head.end; ++i) {
    const Token& token = t[i];
    if (token.is("operator")) return read_operator(head, i, f);
    if (token.is("<") && i > 0 && t[i - 1].kind == Kind::identifier) {
      const std::size_t close = closing_angle(t, i);
      if (close == npos || close >= head.end) return false;
      i = close;
    } else if (token.is("=")) {
      return false;
    } else if (token.is("(")) {
      const Parentheses kind = read_parentheses(head, i, f);
      if (kind != Parentheses::other) return kind == Parentheses::parameters;
      i = closing(t, i);
    } else if (token.kind == Kind::identifier) {
      read_word(token, f);
    }
  }
  return false;
}

// The tokens of the declared names: __device__ int x, y[3] = {…}, (*z)(int);
std::vector<std::size_t> names_in(const Head& head) {
  const Tokens& t = head.t;
  std::vector<std::size_t> names;
  for (std::size_t i = skip_template_header(t, head.begin, head.end); i < head.end; ++i) {
    if (t[i].is("=")) {  // up to the next declarator
      while (i + 1 < head.end && !t[i].is(",")) {
        const bool list = t[i].is("(") || t[i].is("[") || t[i].is("{");
        const std::size_t close = list ? closing(t, i) : t[i].is("<") ? closing_angle(t, i) : i;
        i = (close == npos ? i : close) + 1;
      }
      continue;
    }
    if (t[i].is("[") || t[i].is("{")) i = std::min(closing(t, i), head.end - 1);
    if (t[i].is("(")) {
      const std::size_t close = closing(t, i);
      if (close == npos || close >= head.end) return names;
      const Nested nested = nested_declarator(head, i, close);
      if (nested.name != npos) names.push_back(nested.name);
      i = close;
      if (nested.name != npos && i + 1 < head.end && t[i + 1].is("(")) i = std::min(closing(t, i + 1), head.end - 1);
      continue;
    }
    const bool value = i + 2 < head.end && t[i + 1].is("(") &&
                       (t[i + 2].kind == Kind::number || t[i + 2].kind == Kind::text);  // int x(3);
    const bool ends =
        i + 1 == head.end || t[i + 1].is("[") || t[i + 1].is("=") || t[i + 1].is(",") || t[i + 1].is("{") || value;
    if (t[i].kind == Kind::identifier && ends && i > head.begin && !is_one_of(t[i].text, plain_words) &&
        !t[i].text.starts_with("__") && t[i].qualifiers == 0) {
      names.push_back(i);
    }
  }
  return names;
}

bool says_any(const Head& head, std::initializer_list<Qualifier> qualifiers) {
  return std::any_of(qualifiers.begin(), qualifiers.end(), [&](Qualifier q) { return head.says(q); });
}
bool has_any(const Head& head, std::initializer_list<std::string_view> words) {
  return std::any_of(words.begin(), words.end(), [&](std::string_view word) { return head.has(word); });
}

}  // namespace

bool Head::has(std::string_view word) const {
  return std::any_of(t.begin() + static_cast<std::ptrdiff_t>(begin), t.begin() + static_cast<std::ptrdiff_t>(end),
                     [&](const Token& token) { return token.is(word); });
}

bool Head::says(Qualifier q) const {
  return std::any_of(t.begin() + static_cast<std::ptrdiff_t>(begin), t.begin() + static_cast<std::ptrdiff_t>(end),
                     [&](const Token& token) { return token.says(q); });
}

bool read_function(const Head& head, Function& f) {
  const Tokens& t = head.t;
  f.head_begin = head.begin;
  if (!read_name(head, f)) return false;
  for (std::size_t k = f.parameters_end; k < head.end; ++k) {  // void k(…) __global__ is rare, but legal
    f.global |= t[k].says(Qualifier::global);
    f.device |= t[k].says(Qualifier::device);
    f.defaulted |= t[k - 1].is("=") && (t[k].is("default") || t[k].is("delete"));
  }
  f.parameter_count = count_of_parameters(t, f);
  if (f.name_at == head.begin) f.ordinary = false;  // no type: a macro such as TEST(a, b), or a constructor
  if (f.name_at > head.begin && t[f.name_at - 1].is("::")) {
    f.member = true;
    std::size_t scope = f.name_at - 2;
    if (f.name_at > head.begin + 1 && t[scope].is(">")) scope = opening_angle(t, scope) - 1;  // S<T>::f
    if (f.name_at > head.begin + 1 && scope < f.name_at) f.scope = t[scope].text;
  }
  if (f.name_at > head.begin && t[f.name_at - 1].is("~")) f.name.insert(0, "~");
  return true;
}

bool is_class_head(const Head& head) {
  const Tokens& t = head.t;
  bool named = false;
  for (std::size_t i = skip_template_header(t, head.begin, head.end); i < head.end; ++i) {
    if (t[i].is("(")) {
      const std::size_t open = i;
      i = closing(t, i);
      if (i == npos || open == 0) return false;
      // struct ALIGN(16) V: a macro that expands to an attribute
      const bool attribute =
          named && is_shouting(t[open - 1].text) && i + 1 < head.end && t[i + 1].kind == Kind::identifier;
      if (!attribute && !is_one_of(t[open - 1].text, takes_parentheses)) return false;
      continue;
    }
    if (t[i].is("=")) return false;
    named |= t[i].is("class") || t[i].is("struct") || t[i].is("union") || t[i].is("enum");
  }
  return named;
}

std::string class_name(const Head& head) {
  const Tokens& t = head.t;
  std::string name;
  for (std::size_t i = skip_template_header(t, head.begin, head.end); i < head.end; ++i) {
    if (t[i].is(":") || t[i].is("final") || t[i].is("<")) break;
    if (t[i].is("(")) i = std::min(closing(t, i), head.end);
    const bool word = i < head.end && t[i].kind == Kind::identifier;
    if (word && !is_one_of(t[i].text, takes_parentheses) && !t[i].is("class") && !t[i].is("struct")) name = t[i].text;
  }
  return name;
}

// Neither static nor implicitly so: a file's own if device code is not linked across files.
void read_declaration(const Head& head, std::vector<Declaration>& out) {
  if (!says_any(head, {Qualifier::device, Qualifier::constant, Qualifier::managed})) return;
  if (says_any(head, {Qualifier::compile_time, Qualifier::static_, Qualifier::shared})) return;
  if (has_any(head, {"const", "inline", "typedef", "friend", "template", "operator"})) return;
  if (head.t[head.begin].kind != Kind::identifier) return;
  Declaration declaration{head.begin, head.end, head.says(Qualifier::extern_), {}};
  for (const std::size_t name : names_in(head)) declaration.names.emplace_back(head.t[name].text);
  if (!declaration.names.empty()) out.push_back(std::move(declaration));
}

bool defines_device_variable(const Head& head) {
  return says_any(head, {Qualifier::device, Qualifier::constant, Qualifier::managed, Qualifier::shared}) &&
         !says_any(head, {Qualifier::compile_time, Qualifier::extern_, Qualifier::doubtful}) &&
         !has_any(head, {"using", "typedef", "friend", "operator", "template", "struct", "class", "union"});
}

void read_variables(const Head& head, std::vector<Variable>& out) {
  if (!says_any(head, {Qualifier::device, Qualifier::constant})) return;
  if (says_any(head, {Qualifier::managed, Qualifier::compile_time, Qualifier::extern_, Qualifier::shared})) return;
  if (has_any(head, {"const", "using", "typedef", "friend", "operator"})) return;
  const std::size_t begin = skip_template_header(head.t, head.begin, head.end);
  if (begin < head.end && head.t[begin].is("template")) return;  // explicit instantiation
  for (const std::size_t name : names_in(head)) {
    out.push_back({std::string(head.t[name].text), name, head.says(Qualifier::constant)});
  }
}

// int limit = 10; of the host: one name, whose type consists of plain words.
void read_host_variable(const Head& head, std::vector<Variable>& out) {
  const Tokens& t = head.t;
  std::size_t end = head.begin;
  while (end < head.end && !t[end].is("=") && !t[end].is("[")) ++end;
  if (end < head.begin + 2) return;
  for (std::size_t i = head.begin; i + 1 < end; ++i) {
    const bool type = t[i].is("*") || (is_one_of(t[i].text, plain_words) && !t[i].is("const") && !t[i].is("template") &&
                                       !t[i].is("typename") && !t[i].is("extern"));
    if (!type) return;
  }
  if (t[end - 1].kind == Kind::identifier && !is_one_of(t[end - 1].text, plain_words)) {
    out.push_back({std::string(t[end - 1].text), end - 1});
  }
}

// const float weight[4] = {…}; constexpr int n = 4; const double pi = acos(-1.0);
void read_host_constants(const Head& head, bool member, std::vector<HostVariable>& out) {
  const Tokens& t = head.t;
  if (has_any(head, {"typedef", "using", "friend", "template", "operator", "enum", "volatile"})) return;
  const bool compile_time = head.says(Qualifier::compile_time), constant = compile_time || head.has("const");
  if (member && !head.says(Qualifier::static_)) return;
  for (const std::size_t name : names_in(head)) {
    if (name == head.begin || t[name - 1].is("::")) continue;  // struct { … } name; S::name
    HostVariable v{std::string(t[name].text), name, false, false, false, compile_time, member, {}};
    v.object = t[name - 1].is(">") && head.has("array") && head.has("std");
    v.array = v.object || (name + 1 < head.end && t[name + 1].is("["));
    for (std::size_t i = name; i + 1 < head.end && !t[i].is(","); ++i) {
      const bool call = !compile_time && t[i].kind == Kind::identifier && t[i + 1].is("(");
      if (call && (!t[i - 1].is("::") || t[i - 2].is("std"))) v.call = t[i].text;
    }
    v.of_device = says_any(head, {Qualifier::device, Qualifier::constant, Qualifier::managed, Qualifier::shared});
    if (v.of_device || constant || v.array) out.push_back(std::move(v));
  }
}

}  // namespace cu2cpp
