#include "refuse/refuse.hpp"

#include <algorithm>
#include <array>

namespace cu2cpp {
namespace {

// In doubt nothing is reported: everything that might be a macro, an overload or a shadowing name is accepted.
class Reader : Refusals {
 public:
  using Refusals::Refusals;

  std::vector<Complaint> run() {
    for (const Function& f : survey_.functions) {
      if (f.global) kernel_signature(f);
      if (f.device && !f.global) launch_bounds(f);
      if (f.body_end > f.body_begin && f.ordinary && !depends_on_side(file_, f) && program_.is_used(f)) {
        if (f.global || (f.device && !f.host)) host_calls(f);
        if (!f.global && !f.device && !f.constant && !f.member) device_variables(f);
        kernel_calls(f);
      }
    }
    for (const Variable& v : survey_.member_variables) {
      if (!is_static(v)) continue;  // nvcc says that the word does not apply to others, and ignores it
      complain(v.name_at, "the static member '" + v.name + "' of a class cannot be a __" +
                              (v.constant ? "constant" : "device") + "__ variable");
    }
    for (const Function& f : survey_.operators) {
      if (f.global) complain(f.name_at, "an operator function cannot be a kernel");
    }
    for (std::size_t i = 0; i < t_.size(); ++i) {
      if (t_[i].is("__managed__")) {
        for (const Token* other : {&t_[i == 0 ? 0 : i - 1], &t_[i + 1]}) {
          if (other->is("__constant__") || other->is("__shared__")) {
            complain(i, "a __managed__ variable cannot be __shared__ or __constant__");
          }
        }
      }
      if (t_[i].says(Qualifier::shared)) shared_initialiser(i);
    }
    return std::move(out_);
  }

 private:
  [[nodiscard]] bool is_static(const Variable& v) const {
    for (std::size_t i = v.name_at; i > 0 && !t_[i].is(";") && !t_[i].is("{") && !t_[i].is("}"); --i) {
      if (t_[i].says(Qualifier::static_)) return true;
    }
    return false;
  }

  void kernel_signature(const Function& f) {
    const auto in_head = [&](std::string_view word) {
      for (std::size_t i = f.head_begin; i < f.name_at; ++i) {
        if (t_[i].is(word)) return true;
      }
      return false;
    };
    bool returns_value = in_head("void") && f.name_at > 0 && t_[f.name_at - 1].is("*");
    if (!in_head("void") && !in_head("auto")) {
      for (const auto word : {"int", "float", "double", "bool", "char", "unsigned", "long", "short"}) {
        for (std::size_t i = f.head_begin; i < f.name_at; ++i) {
          if (t_[i].is("<") && i > 0 && t_[i - 1].is("template")) i = std::min(closing_angle(t_, i), f.name_at);
          if (i < f.name_at && t_[i].is("(")) i = std::min(closing(t_, i), f.name_at);
          if (i < f.name_at && t_[i].is(word)) returns_value = true;
        }
      }
    }
    // A class of this file; any other name of the program may mean void.
    const auto is_class = [&](const std::string& word) {
      for (std::size_t i = 1; i < f.head_begin; ++i) {
        if (t_[i].is(word) && (t_[i - 1].is("struct") || t_[i - 1].is("class"))) return true;
      }
      return false;
    };
    returns_value |= !in_head("void") && !in_head("auto") && program_.is_plain(f) &&
                     std::any_of(f.words.begin(), f.words.end(), is_class);
    if (returns_value) complain(f.name_at, "the kernel '" + f.name + "' must return void");
    const auto of_another_kind = [](const Token& t) { return t.says(Qualifier::device) || t.says(Qualifier::host); };
    if (f.ordinary && std::any_of(t_.begin() + static_cast<std::ptrdiff_t>(f.head_begin),
                                  t_.begin() + static_cast<std::ptrdiff_t>(f.name_at), of_another_kind)) {
      complain(f.name_at, "'" + f.name + "' cannot be a kernel and a function of another kind at once");
    }
    if (in_head("friend") && f.body_end > f.body_begin) {
      complain(f.name_at, "the kernel '" + f.name + "' cannot be defined in a friend declaration");
    }
    if (in_head("constexpr") || in_head("consteval")) {
      complain(f.name_at, "the kernel '" + f.name + "' cannot be marked constexpr");
    }
    if (f.member && !in_head("friend") && t_[f.name_at - 1].kind == Kind::identifier) {
      complain(f.name_at, "the kernel '" + f.name + "' cannot be a member of a class");
    }
    if (f.name == "main") complain(f.name_at, "the function main cannot be a kernel");
    for (std::size_t i = f.parameters_begin; i < f.parameters_end; ++i) {
      if (t_[i].is("initializer_list")) complain(i, "a kernel cannot have a parameter with type std::initializer_list");
      if (t_[i].is("&&") && !f.of_template) complain(i, "a kernel cannot have a parameter with rvalue reference type");
      if (t_[i].is("__grid_constant__")) grid_constant(f, i);
    }
    const bool ellipsis = t_[f.parameters_end - 1].is("...") && t_[f.parameters_end - 2].is(",");
    if (ellipsis) complain(f.name_at, "the kernel '" + f.name + "' cannot take a variable number of arguments");
  }

  // Of a type that this file shows; a name for a type may be const by itself.
  void grid_constant(const Function& f, std::size_t i) {
    std::size_t first = i, last = i;
    while (!t_[first - 1].is("(") && !t_[first - 1].is(",")) --first;
    while (last < f.parameters_end && !t_[last].is(",") && !t_[last].is("<")) ++last;
    for (std::size_t k = first; k + 1 < last; ++k) {
      const bool known = k == i || t_[k].is("int") || t_[k].is("float") || t_[k].is("double") || t_[k].is("unsigned") ||
                         t_[k].is("long") || program_.classes.contains(t_[k].text);
      if (!known) return;
    }
    complain(i, "a parameter annotated with __grid_constant__ must have a const-qualified type");
  }

  void launch_bounds(const Function& f) {
    for (std::size_t i = f.head_begin; i < f.name_at && f.ordinary; ++i) {
      if (t_[i].is("__launch_bounds__")) complain(i, "__launch_bounds__ is only allowed on a kernel");
    }
  }

  void kernel_calls(const Function& f) {
    for (std::size_t i = f.body_begin + 1; i < f.body_end; ++i) {
      if (t_[i].kind != Kind::identifier || !program_.is_kernel(t_[i].text)) continue;
      const Token& before = t_[i - 1];
      const Token& first = before.is("::") && i > 2 ? t_[i - 3] : before;  // before a namespace
      if (before.is("::") && (i < 3 || !in_namespace(t_[i].text, t_[i - 2].text))) continue;
      if (!first.is(";") && !first.is("{") && !first.is("}") && !first.is(")") && !first.is("else")) continue;
      std::size_t open = i + 1;
      if (t_[open].is("<")) {
        open = closing_angle(t_, open);
        if (open == npos) continue;
        ++open;
      }
      if (open >= f.body_end || !t_[open].is("(")) continue;
      const std::size_t close = closing(t_, open);
      if (close == npos || close + 1 >= t_.size() || !t_[close + 1].is(";")) continue;
      if (shadowed(t_, t_[i].text, f)) continue;
      complain(i,
               "the kernel '" + std::string(t_[i].text) + "' is called without an execution configuration <<<...>>>");
    }
  }

  [[nodiscard]] bool in_namespace(std::string_view name, std::string_view scope) const {
    const auto [first, last] = program_.functions.equal_range(name);
    return std::all_of(first, last, [&](const auto& entry) { return entry.second.scope == scope; });
  }

  // A function that every declaration makes a plain host function, and that no macro can change.
  [[nodiscard]] bool is_host_function(std::string_view name) const {
    const auto [first, last] = program_.functions.equal_range(name);
    const bool plain = !program_.macros.contains(name) && !program_.doubtful.contains(name);
    return first != last && plain && !is_device_builtin(name) && std::all_of(first, last, [this](const auto& entry) {
             const Function& g = entry.second;
             return program_.is_plain(g) && !g.member && !g.device && !g.global && (!g.constant || rules_.strict);
           });
  }

  void host_calls(const Function& f) {
    for (std::size_t i = f.body_begin + 1; i + 1 < f.body_end; ++i) {
      if (t_[i].kind != Kind::identifier || !t_[i + 1].is("(")) continue;
      const Token& before = t_[i - 1];
      if (before.is(".") || before.is("->") || before.is("::") || before.kind == Kind::identifier) {
        if (!before.is("return") && !before.is("else")) continue;
      }
      if (!is_host_function(t_[i].text) || shadowed(t_, t_[i].text, f)) continue;
      complain(i, "calling the host function '" + std::string(t_[i].text) + "' from the " +
                      (f.global ? "kernel '" : "device function '") + f.name + "'");
    }
  }

  // A host function that uses a device variable as a value. Passing it to a function is the way to name a symbol.
  void device_variables(const Function& f) {
    std::vector<std::size_t> calls;  // open brackets around the token
    for (std::size_t i = f.body_begin + 1; i < f.body_end; ++i) {
      if (t_[i].is("(") || t_[i].is("{") || t_[i].is("<<<")) calls.push_back(i);
      if ((t_[i].is(")") || t_[i].is("}")) && !calls.empty()) calls.pop_back();
      if (t_[i].says(Qualifier::device)) return;  // a lambda for the device
      if (t_[i].kind != Kind::identifier || !program_.device_variables.contains(t_[i].text)) continue;
      const Token& before = t_[i - 1];
      const Token& after = t_[i + 1];
      if (before.is("&") || before.is(".") || before.is("->") || before.is("::") || after.is("::") || after.is("("))
        continue;
      if (before.is("sizeof") || program_.doubtful.contains(t_[i].text)) continue;
      if (program_.macros.contains(t_[i].text) || program_.functions.contains(t_[i].text)) continue;
      if (!calls.empty() && t_[calls.back()].is("(") && !is_value_context(calls.back())) continue;
      if (shadowed(t_, t_[i].text, f)) continue;
      complain(i, "the device variable '" + std::string(t_[i].text) + "' cannot be used in the host function '" +
                      f.name + "': copy it with cudaMemcpyFromSymbol or cudaMemcpyToSymbol");
    }
  }

  // Brackets whose contents are checked: those of statements, of expressions, and of printf.
  [[nodiscard]] bool is_value_context(std::size_t open) const {
    const Token& before = t_[open - 1];
    if (before.kind != Kind::identifier) return !before.is(">") && !before.is("]") && !before.is(")");
    for (const auto word : {"if", "while", "for", "switch", "return", "printf", "fprintf", "abs", "fabs", "sqrt"}) {
      if (before.is(word)) return true;
    }
    return false;
  }

  void shared_initialiser(std::size_t i) {
    for (std::size_t k = i + 1; k < t_.size() && !t_[k].is(";"); ++k) {
      if (t_[k].is("(") || t_[k].is("[")) {
        const bool value = t_[k].is("(") && t_[k - 1].kind == Kind::identifier && k > i + 2 && !t_[k + 1].is(")");
        k = closing(t_, k);
        if (k == npos) return;
        if (value && t_[k + 1].is(";")) complain(k, "a __shared__ variable cannot have an initialiser");
      } else if (t_[k].is("<")) {
        const std::size_t close = closing_angle(t_, k);
        if (close != npos) k = close;
      } else if (t_[k].is("{")) {
        const bool type = t_[k - 1].is("struct") || t_[k - 1].is("union") || t_[k - 1].is("class") ||
                          (k >= 2 && (t_[k - 2].is("struct") || t_[k - 2].is("union") || t_[k - 2].is("class")));
        if (!type) complain(k, "a __shared__ variable cannot have an initialiser");
        if (!type) return;
        k = closing(t_, k);
        if (k == npos) return;
      } else if (t_[k].is("=")) {
        complain(k, "a __shared__ variable cannot have an initialiser");
        return;
      } else if (t_[k].is("}") || t_[k].is(")")) {
        return;
      }
    }
  }
};

}  // namespace

bool depends_on_side(const SourceFile& file, const Function& f) {
  const std::size_t begin = file.code[f.body_begin].begin;
  return std::string_view(file.text).substr(begin, file.code[f.body_end].begin - begin).find("__CUDA_ARCH__") != npos;
}

namespace {
// Code that a condition may leave out is not a reason to refuse a file.
bool is_certain(const SourceFile& file, std::size_t offset) {
  const auto token = std::lower_bound(file.code.begin(), file.code.end(), offset,
                                      [](const Token& t, std::size_t at) { return t.begin < at; });
  return token == file.code.end() || file.certain[static_cast<std::size_t>(token - file.code.begin())];
}

// int name; T* name; using name = …
bool redeclared(const Tokens& t, std::string_view name, std::size_t begin, std::size_t end) {
  for (std::size_t i = begin + 2; i < end; ++i) {
    if (!t[i].is(name)) continue;
    const Token& before = t[i - 1];
    const bool statement = before.is("return") || before.is("else") || before.is("do") || before.is("case") ||
                           before.is("throw") || before.is("sizeof");
    // f(&name), f(x, &name) and p = &name take its address; a reference would have an initialiser.
    const Token &earlier = t[i - 2], &after = t[i + 1];
    const bool initialised = after.is("=") || after.is("{") || after.is("(");
    const bool address = before.is("&") && (earlier.is("(") || earlier.is("=") || (earlier.is(",") && !initialised));
    if ((before.kind == Kind::identifier && !statement) || before.is("*") || (before.is("&") && !address) ||
        before.is(">") || before.is("using")) {
      return true;
    }
    if (before.is("}") && (t[i + 1].is(";") || t[i + 1].is("{") || t[i + 1].is("[")))
      return true;  // struct { … } name;
  }
  return false;
}

// int a, name; or [name = 1] or enum { name }: a comma before it that is not in a function call.
bool listed(const Tokens& t, std::string_view name, std::size_t begin, std::size_t end) {
  std::vector<bool> statement{true};
  for (std::size_t i = begin; i < end; ++i) {
    if (t[i].is("(") || t[i].is("[")) statement.push_back(t[i].is("[") || (i > 0 && t[i - 1].is("for")));
    if (t[i].is("{")) statement.push_back(true);
    const bool closes = t[i].is(")") || t[i].is("]") || t[i].is("}");
    if (closes && statement.size() > 1) statement.pop_back();
    if (!t[i].is(name) || i < 3 || !statement.back()) continue;
    if (t[i - 1].is(",")) return true;
    if (t[i - 1].is("[") && t[i - 2].kind != Kind::identifier && !t[i - 2].is("]")) return true;
    if (t[i - 1].is("{") && (t[i - 2].is("enum") || t[i - 3].is("enum") || t[i - 3].is("class"))) return true;
  }
  return false;
}

// Mathematical and similar functions; those of single and extended precision end in f and l. Names that begin with __
// are CUDA's own.
constexpr std::array<std::string_view, 117> builtins = {
    "abs",       "fabs",      "min",      "max",      "sqrt",      "rsqrt",         "cbrt",
    "rcbrt",     "hypot",     "rhypot",   "exp",      "exp2",      "exp10",         "expm1",
    "log",       "log2",      "log10",    "log1p",    "logb",      "ilogb",         "sin",
    "cos",       "tan",       "sincos",   "sinpi",    "cospi",     "tanpi",         "asin",
    "acos",      "atan",      "atan2",    "sinh",     "cosh",      "tanh",          "asinh",
    "acosh",     "atanh",     "pow",      "powi",     "ceil",      "floor",         "trunc",
    "round",     "rint",      "lrint",    "llrint",   "lround",    "fmod",          "modf",
    "remainder", "remquo",    "fdim",     "fmax",     "fmin",      "fma",           "erf",
    "erfc",      "erfinv",    "erfcinv",  "erfcx",    "tgamma",    "lgamma",        "j0",
    "j1",        "jn",        "y0",       "y1",       "yn",        "isnan",         "isinf",
    "nan",       "ldexp",     "frexp",    "scalbn",   "scalbln",   "nextafter",     "labs",
    "llabs",     "umin",      "umax",     "llmin",    "llmax",     "ullmin",        "ullmax",
    "norm",      "norm3d",    "norm4d",   "rnorm",    "rnorm3d",   "rnorm4d",       "memcpy",
    "memset",    "isfinite",  "signbit",  "copysign", "nearbyint", "assert",        "clock",
    "clock64",   "normcdf",   "printf",   "malloc",   "llround",   "normcdfinv",    "free",
    "atomicAdd", "abort",     "alloca",   "trap",     "sincospi",  "cyl_bessel_i0", "cyl_bessel_i1",
    "fdivide",   "float2int", "saturate", "isnormal", "vprintf"};
}  // namespace

bool shadowed(const Tokens& t, std::string_view name, const Function& f) {
  return redeclared(t, name, f.head_begin, f.body_end) || listed(t, name, f.head_begin, f.body_end);
}

bool is_device_builtin(std::string_view name) {
  const auto known = [](std::string_view n) {
    return std::find(builtins.begin(), builtins.end(), n) != builtins.end();
  };
  const bool suffix = name.ends_with("f") || name.ends_with("l");
  return known(name) || (suffix && known(name.substr(0, name.size() - 1))) || name.starts_with("__") ||
         name.starts_with("atomic") || name.starts_with("make_");
}

std::vector<Complaint> complaints(const SourceFile& file, const Survey& survey, const Program& program,
                                  const Rules& rules) {
  std::vector<Complaint> all = Reader(file, survey, program, rules).run();
  for (Complaints* const others :
       {side_complaints, object_complaints, initialiser_complaints, form_complaints, lambda_complaints}) {
    const std::vector<Complaint> more = others(file, survey, program, rules);
    all.insert(all.end(), more.begin(), more.end());
  }
  std::erase_if(all, [&](const Complaint& complaint) { return !is_certain(file, complaint.offset); });
  std::stable_sort(all.begin(), all.end(), [](const Complaint& a, const Complaint& b) { return a.offset < b.offset; });
  return all;
}

}  // namespace cu2cpp
