// Functions and variables of one side, host or device, that code of the other side uses.
//
// In doubt nothing is reported: everything that might be a macro, an overload, a member of something unknown or a
// shadowing name is accepted.
#include <algorithm>
#include <array>
#include <optional>

#include "refuse/library_names.hpp"
#include "refuse/refuse.hpp"

namespace cu2cpp {
namespace {

constexpr std::array<std::string_view, 7> host_streams = {"cout", "cerr", "clog", "cin", "endl", "flush", "getline"};
constexpr std::array<std::string_view, 4> host_only_functions = {"rand", "srand", "to_string", "stoi"};
// Functions of the standard library that are constexpr, if not always in C++17.
constexpr std::array<std::string_view, 31> constexpr_functions = {
    "max",        "min",         "minmax",      "clamp",       "swap",        "fill",
    "copy",       "sort",        "reverse",     "accumulate",  "iota",        "make_pair",
    "make_tuple", "transform",   "for_each",    "find",        "count",       "count_if",
    "find_if",    "max_element", "min_element", "lower_bound", "upper_bound", "binary_search",
    "fill_n",     "copy_n",      "stable_sort", "nth_element", "partial_sum", "inner_product",
    "get"};
constexpr std::array<std::string_view, 4> index_words = {"threadIdx", "blockIdx", "blockDim", "gridDim"};
bool is_changing(const Token& token) {
  return token.is("=") || token.is("+=") || token.is("-=") || token.is("*=") || token.is("/=") || token.is("++") ||
         token.is("--") || token.is("|=") || token.is("&=") || token.is("^=");
}

class SideReader : Refusals {
 public:
  using Refusals::Refusals;

  std::vector<Complaint> run() {
    for (const Function& f : survey_.functions) {
      if (f.body_end <= f.body_begin || !program_.is_plain(f) || depends_on_side(file_, f)) continue;
      if (!program_.is_used(f)) continue;
      const bool of_device = f.global || (f.device && !f.host);
      if (of_device) {
        device_body({f, f.body_begin, f.body_end, (f.global ? "kernel '" : "device function '") + f.name + "'"});
      }
      // Argument-dependent lookup may find the functions that a template calls anywhere.
      const bool of_host = !f.global && !f.device && !f.constant && only_host(f);
      if (of_host && !f.of_template) host_body({f, f.body_begin, f.body_end, "host function '" + f.name + "'"});
      launches(f);
    }
    for (const std::vector<Function>* list : {&survey_.functions, &survey_.operators}) {
      for (const Function& f : *list) {
        if (f.device && f.host && f.body_end > f.body_begin && !depends_on_side(file_, f)) body_for_both(f);
      }
    }
    lambdas();
    return std::move(out_);
  }

 private:
  struct Body {
    const Function& f;
    std::size_t begin, end;
    std::string name;
  };

  [[nodiscard]] bool shadowed(std::string_view name, const Body& body) const {
    return cu2cpp::shadowed(t_, name, body.f) || program_.macros.contains(name) || program_.doubtful.contains(name);
  }

  // A definition whose other declarations may make it a device function as well.
  [[nodiscard]] bool only_host(const Function& f) const {
    const auto [first, last] = program_.functions.equal_range(f.name);
    return std::none_of(first, last, [](const auto& entry) { return entry.second.device || entry.second.global; });
  }
  static bool of_host(const Function& g) { return of_any_host(g) && !g.constant; }
  static bool of_any_host(const Function& g) { return !g.device && !g.global && !g.defaulted; }
  static bool of_device(const Function& g) { return g.device && !g.host && !g.global; }

  // All functions of this name and scope are plain and of one side; no scope: those outside of classes.
  template <class Side>
  [[nodiscard]] bool all_are(std::string_view name, std::optional<std::string_view> scope, Side side) const {
    if (program_.macros.contains(name) || program_.doubtful.contains(name)) return false;
    const auto [first, last] = program_.functions.equal_range(name);
    bool any = false;
    for (auto entry = first; entry != last; ++entry) {
      const Function& g = entry->second;
      if (scope ? g.scope != *scope : g.member) continue;
      if (!program_.is_plain(g) || !side(g)) return false;
      any = true;
    }
    return any;
  }

  [[nodiscard]] bool starts_expression(std::size_t i) const {  // not the name in a declaration
    const Token& before = t_[i - 1];
    if (before.is("return") || before.is("else") || before.is("do") || before.is("case")) return true;
    return before.kind != Kind::identifier && !before.is(">") && !before.is("~");
  }

  // The class of a variable that the function declares as C x, C& x or C* x; empty if this is not certain.
  [[nodiscard]] std::string class_of(std::string_view variable, const Body& body, std::size_t before) const {
    std::string found;
    for (std::size_t i = body.f.parameters_begin + 1; i < before; ++i) {
      if (!t_[i].is(variable)) continue;
      std::size_t k = i - 1;
      while (k > body.f.parameters_begin && (t_[k].is("*") || t_[k].is("&") || t_[k].is("const"))) --k;
      if (t_[k].kind != Kind::identifier || t_[k].is("return") || t_[k].is("else")) continue;
      if (k > 0 && (t_[k - 1].is(".") || t_[k - 1].is("->") || t_[k - 1].is("::"))) return {};
      if (!found.empty() && found != t_[k].text) return {};
      found = t_[k].text;
    }
    return found;
  }

  void device_body(const Body& body) {
    for (std::size_t i = body.begin + 1; i + 1 < body.end; ++i) {
      if (t_[i].kind != Kind::identifier) continue;
      const std::string_view word = t_[i].text;
      const Token &before = t_[i - 1], &after = t_[i + 1];
      // libcu++'s cuda::std is for both sides.
      const bool is_std = before.is("::") && t_[i - 2].is("std") && !in_scope(i - 2);
      if (word == "throw" || (word == "try" && after.is("{"))) {
        complain(i, "'" + std::string(word) + "' in the " + body.name + ": device code has no exceptions");
      } else if (word == "thread_local") {
        complain(i, "a thread_local variable in the " + body.name);
      } else if (t_[i].says(Qualifier::constant)) {
        complain(i, "a __constant__ variable inside the " + body.name + ": declare it outside of functions");
      } else if (is_std) {
        standard_library(i, body);
      } else if (before.is("::")) {
        if (word == "now" && after.is("(") && t_[i - 2].text.ends_with("_clock")) complain_call(i, body);
        if (word.ends_with("_vector") && t_[i - 2].is("thrust") && after.is("<")) {
          complain(i, "an object of the host class 'thrust::" + std::string(word) + "' in the " + body.name);
        }
        if (after.is("(") && i > 2 && t_[i - 2].kind == Kind::identifier && all_are(word, t_[i - 2].text, host_) &&
            !t_[i - 2].is(body.f.name)) {
          complain_call(i, body);
        }
      } else if (before.is(".") || before.is("->")) {
        member_call(i, body, host_);
      } else if (after.is("(") && starts_expression(i) && !program_.functions.contains(word) && is_host_library(word) &&
                 !shadowed(word, body)) {
        complain_call(i, body);
      } else if (program_.using_std && is_one_of(word, host_streams) &&
                 (after.is("<<") || after.is(";") || before.is("<<")) && !shadowed(word, body)) {
        complain(i, "'" + std::string(word) + "' in the " + body.name + ": device code has printf only");
      } else if (is_one_of(word, index_words) && after.is(".")) {
        if (i + 3 < body.end && is_changing(t_[i + 3]) && !shadowed(word, body)) {
          complain(i, "'" + std::string(word) + "' cannot be written in the " + body.name);
        }
      } else if (program_.host_variables.contains(word)) {
        host_variable(i, body);
      } else if (program_.constant_variables.contains(word)) {
        constant_assignment(i, body);
      } else {
        construction(i, body);
      }
    }
  }

  [[nodiscard]] bool in_scope(std::size_t i) const {  // cuda::std
    return i > 1 && t_[i - 1].is("::") && t_[i - 2].kind == Kind::identifier;
  }

  void complain_call(std::size_t i, const Body& body) {
    complain(i, "calling the host function '" + std::string(t_[i].text) + "' from the " + body.name);
  }

  void complain_device_call(std::size_t i, const Body& body) {
    complain(i, "calling the device function '" + std::string(t_[i].text) + "' from the " + body.name);
  }

  // std::word
  void standard_library(std::size_t i, const Body& body) {
    const std::string word(t_[i].text);
    if (is_one_of(word, host_streams) && word != "getline") {
      complain(i, "'std::" + word + "' in the " + body.name + ": device code has printf only");
      return;
    }
    std::size_t k = i + 1;
    if (t_[k].is("<")) k = closing_angle(t_, k) == npos ? k : closing_angle(t_, k) + 1;
    const bool limit = word == "numeric_limits" && t_[k].is("::") && t_[k + 2].is("(");
    if (t_[k].is("(") || limit) {
      const bool host = is_one_of(word, host_only_functions) || is_host_library(word);
      if (host || (rules_.strict && (limit || is_one_of(word, constexpr_functions)))) {
        complain(i, "calling the host function 'std::" + word + "' from the " + body.name +
                        (host ? "" : " (--expt-relaxed-constexpr allows constexpr functions)"));
      }
      return;
    }
    if (!rules_.strict || !is_host_class(word)) return;
    if (k + 1 < body.end && t_[k].kind == Kind::identifier && !t_[k + 1].is("::")) {
      complain(i, "an object of the host class 'std::" + word + "' in the " + body.name);
    }
  }
  void member_call(std::size_t i, const Body& body, bool (*side)(const Function&)) {
    if (!t_[i + 1].is("(") || t_[i - 2].kind != Kind::identifier || t_[i - 3].is(".") || t_[i - 3].is("->")) return;
    const std::string type = class_of(t_[i - 2].text, body, i - 2);
    if (type.empty() || !all_are(t_[i].text, type, side)) return;
    if (side == host_) {
      complain_call(i, body);
    } else {
      complain_device_call(i, body);
    }
  }

  // C c(1, 2); with host constructors only. One argument might be another C, which the compiler's own constructor
  // takes.
  void construction(std::size_t i, const Body& body) {
    const std::string_view type = t_[i].text;
    if (t_[i + 1].kind != Kind::identifier || !(t_[i + 2].is("(") || t_[i + 2].is(";") || t_[i + 2].is("{"))) return;
    if (program_.macros.contains(type) || t_[i - 1].says(Qualifier::shared)) return;  // it runs no constructor
    const auto [first, last] = program_.functions.equal_range(type);
    bool any = false, empty = false;
    for (auto entry = first; entry != last; ++entry) {
      const Function& g = entry->second;
      if (g.scope != type) return;  // something else of this name
      if (!host_(g)) return;
      const bool plain =
          std::all_of(g.words.begin(), g.words.end(), [&](const std::string& word) { return word == type; });
      if (!plain) return;
      any = true;
      empty |= g.parameters_end == g.parameters_begin + 1;
    }
    if (!any) return;
    std::size_t arguments = 0;
    if (!t_[i + 2].is(";")) {
      const std::size_t close = closing(t_, i + 2);
      if (close == npos) return;
      arguments = close > i + 3;
      for (std::size_t k = i + 3; k < close; ++k) {
        if (t_[k].is("(") || t_[k].is("{") || t_[k].is("[")) k = closing(t_, k);
        if (k == npos) return;
        arguments += t_[k].is(",");
      }
    }
    if (arguments > 1 || (arguments == 0 && empty) || (arguments == 1 && t_[i + 3].kind == Kind::number)) {
      complain_call(i, body);
    }
  }

  void host_variable(std::size_t i, const Body& body) {
    const std::string_view word = t_[i].text;
    if (t_[i + 1].is("::") || t_[i + 1].is("(") || body.f.member || program_.functions.contains(word)) return;
    if (program_.device_variables.contains(word) || shadowed(word, body)) return;
    if (t_[i - 1].is("(") && (t_[i - 2].is("sizeof") || t_[i - 2].is("decltype"))) return;
    if (is_constant_elsewhere(word)) return;
    complain(i, "the host variable '" + std::string(word) + "' cannot be used in the " + body.name);
  }

  // A constant of this name in another scope may be nearer.
  [[nodiscard]] bool is_constant_elsewhere(std::string_view name) const {
    for (std::size_t i = 1; i < t_.size(); ++i) {
      if (!t_[i].is(name)) continue;
      for (std::size_t k = i; k-- > 0 && !t_[k].is(";") && !t_[k].is("}") && !t_[k].is("=") && !t_[k].is("(");) {
        if (t_[k].is("const") || t_[k].is("constexpr") || t_[k].is("enum")) return true;
      }
    }
    return false;
  }

  void constant_assignment(std::size_t i, const Body& body) {
    std::size_t k = i + 1;
    while (k < body.end && t_[k].is("[")) k = closing(t_, k) + 1;
    if (k >= body.end || !is_changing(t_[k]) || body.f.member || shadowed(t_[i].text, body)) return;
    complain(i, "the __constant__ variable '" + std::string(t_[i].text) + "' cannot be written in the " + body.name);
  }

  // Of a function for both sides nvcc refuses such a call, too, unless it or its class is a template. Its body is read
  // from the end of the parameters, since a constructor may call functions in its list.
  void body_for_both(const Function& f) {
    const std::string_view before = std::string_view(file_.text).substr(0, t_[f.head_begin].begin);
    const std::size_t directive = before.rfind('#');
    const bool unchecked =
        directive != npos && before.find_first_of(";}", directive) == npos &&
        (before.find("exec_check_disable", directive) != npos || before.find("hd_warning_disable", directive) != npos);
    if (unchecked || f.of_template || !program_.is_plain(f)) return;
    host_body({f, f.parameters_end, f.body_end, "__host__ __device__ function '" + f.name + "'"});
  }

  void host_body(const Body& body) {
    for (std::size_t i = body.begin + 1; i < body.end; ++i) {
      if (t_[i].says(Qualifier::device)) return;  // a lambda for the device
    }
    for (std::size_t i = body.begin + 1; i + 1 < body.end; ++i) {
      if (t_[i].kind != Kind::identifier) continue;
      const std::string_view word = t_[i].text;
      const Token &before = t_[i - 1], &after = t_[i + 1];
      if (t_[i].says(Qualifier::shared)) {
        complain(i, "a __shared__ variable in the " + body.name);
      } else if (before.is(".") || before.is("->")) {
        member_call(i, body, of_device);
      } else if (before.is("::") && is_group(word) && !program_.functions.contains(word)) {
        complain_device_call(i, body);
      } else if (!after.is("(") || before.is("::") || !starts_expression(i) || unevaluated(i, body)) {
        continue;
      } else if (all_are(word, std::nullopt, of_device) ||
                 (body.f.member && !body.f.scope.empty() && all_are(word, body.f.scope, of_device)) ||
                 (is_device_library(word) && !program_.functions.contains(word))) {
        if (shadowed(word, body)) continue;
        complain_device_call(i, body);
      }
    }
  }
  [[nodiscard]] bool unevaluated(std::size_t i, const Body& body) const {
    for (std::size_t k = i; k > body.begin && !t_[k].is(";") && !t_[k].is("{"); --k) {
      if (t_[k].is("decltype") || t_[k].is("sizeof") || t_[k].is("noexcept")) return true;
    }
    return false;
  }

  // f<<<…>>>(…) of a function that is not a kernel.
  void launches(const Function& f) {
    const Body body{f, f.body_begin, f.body_end, {}};
    for (std::size_t i = body.begin + 1; i + 1 < body.end; ++i) {
      if (t_[i].kind != Kind::identifier || !t_[i + 1].is("<<<") || t_[i - 1].is(".") || t_[i - 1].is("->")) continue;
      const auto is_no_kernel = [](const Function& g) { return !g.global; };
      if (!all_are(t_[i].text, std::nullopt, is_no_kernel) || shadowed(t_[i].text, body)) continue;
      complain(i, "'" + std::string(t_[i].text) + "' is launched, but it is not a kernel: it lacks __global__");
    }
  }

  // [=] __device__ (int i) { … }
  void lambdas() {
    for (std::size_t i = 1; i + 1 < t_.size(); ++i) {
      if (!t_[i].says(Qualifier::device) || t_[i].says(Qualifier::host) || t_[i].says(Qualifier::doubtful)) continue;
      if (t_[i + 1].says(Qualifier::host) || !t_[i - 1].is("]") || !t_[i + 1].is("(")) continue;
      std::size_t open = closing(t_, i + 1);
      while (open != npos && open < t_.size() && !t_[open].is("{")) ++open;
      if (open == npos || open >= t_.size()) return;
      const std::size_t close = closing(t_, open);
      if (close == npos || !survey_.around(i)) continue;
      const Function& f = *survey_.around(i);
      if (!program_.is_plain(f) || depends_on_side(file_, f)) continue;
      const Body body{f, open, close, "lambda for the device"};
      device_body(body);
      for (std::size_t k = open + 1; k + 1 < close; ++k) {
        const bool call = t_[k].kind == Kind::identifier && t_[k + 1].is("(") && starts_expression(k) &&
                          !t_[k - 1].is(".") && !t_[k - 1].is("->") && !t_[k - 1].is("::");
        if (call && all_are(t_[k].text, std::nullopt, of_host) && !is_device_builtin(t_[k].text) &&
            !shadowed(t_[k].text, body))
          complain_call(k, body);
      }
    }
  }

  // Without --expt-relaxed-constexpr, constexpr functions are host functions like others.
  bool (*const host_)(const Function&) = rules_.strict ? of_any_host : of_host;
};

}  // namespace

std::vector<Complaint> side_complaints(const SourceFile& file, const Survey& survey, const Program& program,
                                       const Rules& rules) {
  return SideReader(file, survey, program, rules).run();
}

}  // namespace cu2cpp
