#include "survey.hpp"

#include <algorithm>
#include <array>

namespace cu2cpp {
namespace {

template <std::size_t n>
bool one_of(std::string_view word, const std::array<std::string_view, n>& words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

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

// The words that open a declaration, from the last ; { or } to the next ; or {.
struct Head {
  const Tokens& t;
  std::size_t begin, end;

  [[nodiscard]] bool has(std::string_view word) const {
    return std::any_of(t.begin() + static_cast<std::ptrdiff_t>(begin), t.begin() + static_cast<std::ptrdiff_t>(end),
                       [&](const Token& token) { return token.is(word); });
  }
};

std::size_t skip_template_header(const Tokens& t, std::size_t i, std::size_t end) {
  while (i + 1 < end && t[i].is("template") && t[i + 1].is("<")) {
    const std::size_t close = closing_angle(t, i + 1);
    if (close == npos || close >= end) return end;
    i = close + 1;
  }
  return i;
}

// Reads a declaration's head as a function; false if it is none.
bool read_function(const Tokens& t, const Head& head, Function& f) {
  f.head_begin = head.begin;
  std::size_t i = skip_template_header(t, head.begin, head.end);
  if (i < head.end && t[i].is("template")) return false;  // explicit instantiation
  for (; i < head.end; ++i) {
    const Token& token = t[i];
    if (token.is("<") && i > 0 && t[i - 1].kind == Kind::identifier && !t[i - 1].is("operator")) {
      const std::size_t close = closing_angle(t, i);
      if (close == npos || close >= head.end) return false;
      i = close;
    } else if (token.is("=")) {
      return false;
    } else if (token.is("(")) {
      const std::size_t close = closing(t, i);
      if (close == npos || close >= head.end || i == head.begin) return false;
      std::size_t name_at = i - 1;
      if (t[name_at].is(">")) {
        name_at = opening_angle(t, name_at);
        if (name_at == npos || name_at <= head.begin) return false;
        --name_at;
      }
      const Token& before = t[name_at];
      const Token* after = close + 1 < head.end ? &t[close + 1] : nullptr;
      const bool group = one_of(before.text, takes_parentheses) ||
                         (after && after->kind == Kind::identifier && !one_of(after->text, follows_parameters));
      if (group || before.kind != Kind::identifier) {
        if (!one_of(before.text, takes_parentheses)) f.ordinary = false;  // some macro with arguments
        i = close;
        continue;
      }
      f.name = before.text;
      f.name_at = name_at;
      f.parameters_begin = i;
      f.parameters_end = close;
      break;
    } else if (token.kind == Kind::identifier) {
      f.global |= token.is("__global__");
      f.device |= token.is("__device__");
      f.host |= token.is("__host__");
      f.constant |= token.is("constexpr") || token.is("consteval");
      const bool known = token.text.starts_with("__") || one_of(token.text, plain_words);
      const bool shouting =
          std::none_of(token.text.begin(), token.text.end(), [](char c) { return c >= 'a' && c <= 'z'; });
      if (!known && shouting && token.text.size() > 1) f.ordinary = false;  // may be a macro
      if (!known) f.words.emplace_back(token.text);
    }
  }
  if (f.name.empty()) return false;
  for (std::size_t k = f.parameters_end; k < head.end; ++k) {  // void k(…) __global__ is rare, but legal
    f.global |= t[k].is("__global__");
    f.device |= t[k].is("__device__");
    f.defaulted |= t[k - 1].is("=") && (t[k].is("default") || t[k].is("delete"));
  }
  if (f.name_at == head.begin) f.ordinary = false;  // no type: a macro such as TEST(a, b), or a constructor
  if (f.name_at > head.begin && t[f.name_at - 1].is("::")) {
    f.member = true;
    if (f.name_at > head.begin + 1) f.scope = t[f.name_at - 2].text;
  }
  if (f.name_at > head.begin && t[f.name_at - 1].is("~")) f.name.insert(0, "~");
  if (f.name == "operator" || t[f.name_at].is("operator")) return false;
  return true;
}

bool is_class_head(const Tokens& t, const Head& head) {
  bool named = false;
  for (std::size_t i = skip_template_header(t, head.begin, head.end); i < head.end; ++i) {
    if (t[i].is("(")) {
      if (i == 0 || !one_of(t[i - 1].text, takes_parentheses)) return false;
      i = closing(t, i);
      if (i == npos) return false;
    }
    if (t[i].is("=")) return false;
    named |= t[i].is("class") || t[i].is("struct") || t[i].is("union") || t[i].is("enum");
  }
  return named;
}

// The last name of the head before a base class or the brace; empty for a class without one.
std::string class_name(const Tokens& t, const Head& head) {
  std::string name;
  for (std::size_t i = skip_template_header(t, head.begin, head.end); i < head.end; ++i) {
    if (t[i].is(":") || t[i].is("final") || t[i].is("<")) break;
    if (t[i].is("(")) i = std::min(closing(t, i), head.end);
    const bool word = i < head.end && t[i].kind == Kind::identifier;
    if (word && !one_of(t[i].text, takes_parentheses) && !t[i].is("class") && !t[i].is("struct")) name = t[i].text;
  }
  return name;
}

// __device__ int x, y[3] = {…}: the tokens of the names.
std::vector<std::size_t> names_in(const Tokens& t, const Head& head) {
  std::vector<std::size_t> names;
  for (std::size_t i = head.begin + 1; i < head.end; ++i) {
    const bool ends = i + 1 == head.end || t[i + 1].is("[") || t[i + 1].is("=") || t[i + 1].is(",") || t[i + 1].is("{");
    if (t[i].is("=")) break;
    if (t[i].is("[") || t[i].is("{")) i = std::min(closing(t, i), head.end - 1);
    if (t[i].kind == Kind::identifier && ends && !one_of(t[i].text, plain_words) && !t[i].text.starts_with("__")) {
      names.push_back(i);
    }
  }
  return names;
}

// Not static, nor so by itself: a file's own where device code is not linked across files.
void read_declaration(const Tokens& t, const Head& head, std::vector<Declaration>& out) {
  if (!head.has("__device__") && !head.has("__constant__") && !head.has("__managed__")) return;
  for (const auto word : {"const", "constexpr", "static", "inline", "typedef", "friend", "template", "operator"}) {
    if (head.has(word)) return;
  }
  if (t[head.begin].kind != Kind::identifier) return;
  Declaration declaration{head.begin, head.has("extern"), {}};
  for (const std::size_t name : names_in(t, head)) declaration.names.emplace_back(t[name].text);
  if (!declaration.names.empty()) out.push_back(std::move(declaration));
}

// The names of a declaration that is no function.
void read_variables(const Tokens& t, const Head& head, std::vector<Variable>& out) {
  if (!head.has("__device__") && !head.has("__constant__")) return;
  for (const auto word : {"__managed__", "const", "constexpr", "using", "typedef", "friend", "extern", "template", "(",
                          "operator", "__shared__"}) {
    if (head.has(word)) return;
  }
  for (const std::size_t name : names_in(t, head)) {
    out.push_back({std::string(t[name].text), name, head.has("__constant__")});
  }
}

// int limit = 10; of the host: one name, whose type is spelt in plain words.
void read_host_variable(const Tokens& t, const Head& head, std::vector<Variable>& out) {
  std::size_t end = head.begin;
  while (end < head.end && !t[end].is("=") && !t[end].is("[")) ++end;
  if (end < head.begin + 2) return;
  for (std::size_t i = head.begin; i + 1 < end; ++i) {
    const bool type = t[i].is("*") || (one_of(t[i].text, plain_words) && !t[i].is("const") && !t[i].is("template") &&
                                       !t[i].is("typename") && !t[i].is("extern"));
    if (!type) return;
  }
  if (t[end - 1].kind == Kind::identifier && !one_of(t[end - 1].text, plain_words)) {
    out.push_back({std::string(t[end - 1].text), end - 1});
  }
}

enum class Scope { name_space, type, function, block, other };

class Surveyor {
 public:
  explicit Surveyor(const SourceFile& file) : file_(file), t_(file.code) {}

  Survey run() {
    result_.owner.assign(t_.size(), -1);
    result_.outside_functions.assign(t_.size(), true);
    std::size_t next_conditional = 0;
    for (std::size_t i = 0; i < t_.size(); ++i) {
      while (next_conditional < file_.conditionals.size() && file_.conditionals[next_conditional].at <= i) {
        branch(file_.conditionals[next_conditional++].type);
      }
      result_.owner[i] = owner();
      result_.outside_functions[i] = std::all_of(scopes_.begin(), scopes_.end(), [](const Open& o) {
        return o.scope == Scope::name_space || o.scope == Scope::type;
      });
      step(i);
    }
    return std::move(result_);
  }

 private:
  struct Open {
    Scope scope;
    int function;      // index, or -1
    std::string name;  // of a namespace or class
  };
  struct Saved {
    std::vector<Open> scopes;
    std::size_t head;
  };

  [[nodiscard]] bool declares() const {
    return scopes_.empty() || scopes_.back().scope == Scope::name_space || scopes_.back().scope == Scope::type;
  }
  [[nodiscard]] int owner() const {
    for (auto open = scopes_.rbegin(); open != scopes_.rend(); ++open) {
      if (open->function >= 0) return open->function;
    }
    return -1;
  }

  // #else starts again from the braces that were open at #if.
  void branch(Conditional::Type type) {
    if (type == Conditional::open) {
      saved_.push_back({scopes_, head_});
    } else if (!saved_.empty()) {
      if (type == Conditional::other) {
        scopes_ = saved_.back().scopes;
        head_ = saved_.back().head;
      } else {
        saved_.pop_back();
      }
    }
  }

  void step(std::size_t i) {
    const Token& token = t_[i];
    if (token.is("(") && declares()) ++parentheses_;
    if (token.is(")") && parentheses_ > 0) --parentheses_;
    if (token.is("{")) {
      open(i);
    } else if (token.is("}")) {
      if (!scopes_.empty()) {
        const Open closed = scopes_.back();
        scopes_.pop_back();
        if (closed.scope == Scope::function && closed.function >= 0) {
          result_.functions[static_cast<std::size_t>(closed.function)].body_end = i;
        }
        if (closed.scope == Scope::other) return;  // an initialiser: the declaration goes on
      }
      head_ = i + 1;
    } else if (token.is(";")) {
      if (declares() && parentheses_ == 0) declaration({t_, head_, i});
      head_ = i + 1;
      if (declares()) parentheses_ = 0;
    } else if (token.is(":") && !scopes_.empty() && scopes_.back().scope == Scope::type && i > 0 &&
               (t_[i - 1].is("public") || t_[i - 1].is("private") || t_[i - 1].is("protected"))) {
      head_ = i + 1;
    }
  }

  void open(std::size_t i) {
    const Head head{t_, head_, i};
    Open next{Scope::block, -1, {}};
    if (declares()) {
      Function f;
      if (parentheses_ > 0) {
        next.scope = Scope::other;  // a lambda or a list in a default argument
      } else if (head.has("namespace") || (head.end - head.begin == 2 && t_[head.begin].is("extern"))) {
        next.scope = Scope::name_space;
        if (t_[i - 1].kind == Kind::identifier && !t_[i - 1].is("namespace")) next.name = t_[i - 1].text;
      } else if (is_class_head(t_, head)) {
        next.scope = Scope::type;
        next.name = class_name(t_, head);
      } else if (read_function(t_, head, f)) {
        next = {Scope::function, static_cast<int>(result_.functions.size()), {}};
        f.member |= !scopes_.empty() && scopes_.back().scope == Scope::type;
        if (f.scope.empty() && !scopes_.empty()) f.scope = scopes_.back().name;
        f.body_begin = i;
        result_.functions.push_back(std::move(f));
      } else {
        next.scope = Scope::other;
      }
    }
    scopes_.push_back(next);
    if (next.scope != Scope::other) head_ = i + 1;
  }

  void declaration(const Head& head) {
    if (head.begin >= head.end || head.has("using") || head.has("typedef")) return;
    Function f;
    const bool member = !scopes_.empty() && scopes_.back().scope == Scope::type;
    if (read_function(t_, head, f)) {
      f.member |= member;
      if (f.scope.empty() && !scopes_.empty()) f.scope = scopes_.back().name;
      result_.functions.push_back(std::move(f));
    } else if (!member) {
      read_declaration(t_, head, result_.declarations);
      read_variables(t_, head, result_.device_variables);
      read_host_variable(t_, head, result_.host_variables);
    }
  }

  const SourceFile& file_;
  const Tokens& t_;
  Survey result_;
  std::vector<Open> scopes_;
  std::vector<Saved> saved_;
  std::size_t head_ = 0;
  int parentheses_ = 0;
};

}  // namespace

Survey survey(const SourceFile& file) {
  return Surveyor(file).run();
}

bool is_configuration(const Macro& macro) {
  const Tokens& b = macro.body;
  return b.size() > 4 && b.front().is("<<<") &&
         std::all_of(b.end() - 3, b.end(), [](const Token& t) { return t.is(">"); });
}

namespace {
void note_given_launches(const Tokens& t, std::set<std::string, std::less<>>& names) {
  std::vector<std::string_view> open;  // the name before each parenthesis that is open here
  for (std::size_t i = 0; i < t.size(); ++i) {
    if (t[i].is("(")) open.push_back(i > 0 && t[i - 1].kind == Kind::identifier ? t[i - 1].text : "");
    if (t[i].is(")") && !open.empty()) open.pop_back();
    if (t[i].is("<<<")) names.insert(open.begin(), open.end());
  }
}
}  // namespace

void Program::add(const SourceFile& file, const Survey& survey) {
  for (const Function& f : survey.functions) {
    functions.emplace(f.name, f);
    for (std::size_t i = f.head_begin; i <= f.parameters_end; ++i) {
      if (file.certain[i]) continue;
      doubtful.insert(f.name);
      break;
    }
  }
  for (const Declaration& d : survey.declarations) {
    if (d.external) external.insert(d.names.begin(), d.names.end());
  }
  for (const Variable& v : survey.device_variables) {
    device_variables.insert(v.name);
    if (v.constant) constant_variables.insert(v.name);
    if (!file.certain[v.name_at]) doubtful.insert(v.name);
  }
  for (const Variable& v : survey.host_variables) {
    host_variables.insert(v.name);
    if (!file.certain[v.name_at]) doubtful.insert(v.name);
  }
  for (std::size_t i = 0; i + 2 < file.code.size(); ++i) {
    using_std |= file.code[i].is("using") && file.code[i + 1].is("namespace") && file.code[i + 2].is("std");
  }
  note_given_launches(file.code, given_launches);
  for (const Macro& m : file.macros) {
    macros.insert(m.name);
    for (const Token& t : m.body) {
      if (t.kind == Kind::identifier) macro_words[m.name].emplace(t.text);
    }
    if (is_configuration(m)) configurations.insert(m.name);
  }
}

bool Program::is_kernel(std::string_view name) const {
  const auto [first, last] = functions.equal_range(name);
  return first != last && !macros.contains(name) &&
         std::all_of(first, last, [](const auto& entry) { return entry.second.global && !entry.second.member; });
}

bool Program::shares_name(std::string_view name) const {
  const auto [first, last] = functions.equal_range(name);
  const auto global = [](const auto& entry) { return entry.second.global; };
  const auto other = [](const auto& entry) { return !entry.second.global && !entry.second.member; };
  return std::any_of(first, last, global) && std::any_of(first, last, other);
}

bool Program::is_kernel_outside_of_classes(std::string_view name) const {
  const auto [first, last] = functions.equal_range(name);
  return !macros.contains(name) && !shares_name(name) &&
         std::any_of(first, last, [](const auto& entry) { return entry.second.global; });
}

bool Program::is_plain(const Function& f) const {
  return f.ordinary &&
         std::none_of(f.words.begin(), f.words.end(), [&](const std::string& w) { return macros.contains(w); });
}

}  // namespace cu2cpp
