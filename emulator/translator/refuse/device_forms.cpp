// Forms that device code does not have: arrays of variable size, the host's arrays, run-time types, launches and calls
// that need linked device code. device_lambdas.cpp has the rules of lambdas.
//
// In doubt nothing is reported, as in sides.cpp.
#include <algorithm>
#include <array>

#include "read/code_sides.hpp"
#include "refuse/refuse.hpp"

namespace cu2cpp {
namespace {

constexpr std::array<std::string_view, 11> statement_words = {"return", "else", "case",   "throw", "delete",   "goto",
                                                              "new",    "do",   "sizeof", "using", "co_return"};
constexpr std::array<std::string_view, 5> launch_words = {"threadIdx", "blockIdx", "blockDim", "gridDim", "warpSize"};
constexpr std::array<std::string_view, 4> unevaluated = {"sizeof", "decltype", "alignof", "noexcept"};

class Forms : Refusals {
 public:
  using Refusals::Refusals;

  std::vector<Complaint> run() {
    for (const std::vector<Function>* list : {&survey_.functions, &survey_.operators}) {
      for (const Function& f : *list) {
        if (f.body_end > f.body_begin && f.ordinary && !depends_on_side(file_, f) && program_.is_used(f)) body(f);
      }
    }
    return std::move(out_);
  }

 private:
  void body(const Function& f) {
    for (std::size_t i = f.parameters_end + 1; i < f.body_end; ++i) {
      if (i > f.body_begin) variable(f, i);
      if (t_[i].is("<<<") && t_[i - 1].is(">")) template_arguments(f, i - 1);
      const CodeBody* const around = sides_.body_of(i > f.body_begin ? i : f.body_begin + 1);
      const Side side = around ? around->side : Side::none;
      if (side != Side::device && side != Side::both) continue;
      if (t_[i].is("<<<") && rules_.whole_program) {
        complain(i, "a kernel launch from device code requires separate compilation (-rdc=true)");
      }
      if (t_[i].is("[") && i > f.body_begin) array(f, i);
      if (t_[i].kind != Kind::identifier) continue;
      if (rules_.whole_program && side == Side::device) unresolved(f, i);
      if (t_[i - 1].is(".") || t_[i - 1].is("->")) continue;
      if (t_[i].is("dynamic_cast") || (t_[i].is("typeid") && t_[i + 1].is("("))) {
        complain(i, "the operator '" + std::string(t_[i].text) + "' is not allowed in device code");
      }
      if (!around->constant && !program_.macros.contains(t_[i].text)) host_constant(f, i);
    }
  }

  // __device__ int x; within a function, neither static nor extern.
  void variable(const Function& f, std::size_t i) {
    const bool constant = t_[i].says(Qualifier::constant), managed = t_[i].says(Qualifier::managed);
    if ((!constant && !managed && !t_[i].says(Qualifier::device)) || t_[i].says(Qualifier::doubtful)) return;
    if (t_[i].says(Qualifier::shared) || t_[i - 1].is("]") || t_[i - 1].says(Qualifier::host)) return;  // a lambda
    const std::size_t begin = statement_begin(f, i);
    std::size_t end = begin;
    for (; end < f.body_end && !t_[end].is(";"); ++end) {
      const bool other = t_[end].is("(") || t_[end].is("{") || t_[end].is("struct") || t_[end].is("class");
      const bool elsewhere = t_[end].says(Qualifier::static_) || t_[end].says(Qualifier::extern_) ||
                             t_[end].says(Qualifier::shared) || t_[end].says(Qualifier::compile_time);
      if (other || elsewhere) return;
    }
    if (end >= begin + 3) {
      complain(i, "an automatic '" +
                      std::string(constant  ? "__constant__"
                                  : managed ? "__managed__"
                                            : "__device__") +
                      "' variable is not allowed in the function '" + f.name + "': declare it outside of functions");
    }
  }

  // k<L><<<…>>>(…), where the function declares struct L, or a class has it as a private member.
  void template_arguments(const Function& f, std::size_t close) {
    const std::size_t open = opening_angle(t_, close);
    if (open == npos || sides_[close] == Side::device) return;
    for (std::size_t i = open + 1; i < close; ++i) {
      if (t_[i].kind != Kind::identifier || t_[i + 1].is("::")) continue;
      for (std::size_t k = f.body_begin + 1; k < open && !t_[i - 1].is("::"); ++k) {
        const bool type =
            t_[k - 1].is("struct") || t_[k - 1].is("class") || t_[k - 1].is("union") || t_[k - 1].is("enum");
        if (!type || !t_[k].is(t_[i].text)) continue;
        complain(i, "the type '" + std::string(t_[i].text) +
                        "' is defined inside a host function: it cannot be a template argument of a kernel");
        return;
      }
      const auto known = program_.classes.find(t_[i].text);
      if (known == program_.classes.end() || !known->second.hidden) continue;
      complain(i, "the type '" + std::string(t_[i].text) +
                      "' is a private or protected member of a class: it cannot be a template argument of a kernel");
      return;
    }
  }

  [[nodiscard]] std::size_t statement_begin(const Function& f, std::size_t i) const {
    while (i > f.body_begin + 1 && !t_[i - 1].is(";") && !t_[i - 1].is("{") && !t_[i - 1].is("}")) --i;
    return i;
  }

  // int s[n]; of a kernel, the [ being at i.
  void array(const Function& f, std::size_t i) {
    std::size_t name = i - 1;
    while (t_[name].is("]") && opening(t_, name) != npos) name = opening(t_, name) - 1;
    const std::size_t begin = statement_begin(f, i), close = closing(t_, i);
    if (close == npos || name <= begin || is_one_of(t_[begin], statement_words)) return;
    if (t_[name].kind != Kind::identifier || t_[begin].kind != Kind::identifier) return;
    for (std::size_t k = begin; k < name; ++k) {
      if (t_[k].is("<") && closing_angle(t_, k) < name) k = closing_angle(t_, k);
      const bool type = t_[k].kind == Kind::identifier || t_[k].is("::") || t_[k].is("*") || t_[k].is(">");
      if (!type) return;
    }
    if (t_[name - 1].kind != Kind::identifier && !t_[name - 1].is(">") && !t_[name - 1].is("*")) return;
    if (!varies(f, i + 1, close, begin)) return;
    complain(i + 1,
             "the size of the array '" + std::string(t_[name].text) + "' must have a constant value in device code");
  }

  // Is a variable in the expression? Only a parameter, a variable of the function or one such as blockDim counts.
  [[nodiscard]] bool varies(const Function& f, std::size_t begin, std::size_t end, std::size_t before,
                            int depth = 0) const {
    for (std::size_t i = begin; i < end; ++i) {
      if (is_one_of(t_[i], unevaluated) && t_[i + 1].is("(")) i = std::min(closing(t_, i + 1), end);
      if (i >= end || t_[i].kind != Kind::identifier || t_[i - 1].is(".") || t_[i - 1].is("->")) continue;
      if (t_[i - 1].is("::") || t_[i + 1].is("::") || t_[i + 1].is("(") || t_[i + 1].is("<")) continue;
      if (program_.macros.contains(t_[i].text)) continue;
      if (is_one_of(t_[i], launch_words) || is_variable(f, t_[i].text, before, depth)) return true;
    }
    return false;
  }

  // By its last declaration before a token of the function.
  [[nodiscard]] bool is_variable(const Function& f, std::string_view name, std::size_t before, int depth) const {
    for (std::size_t i = before; --i > f.parameters_begin;) {
      if (!t_[i].is(name)) continue;
      const Token &type = t_[i - 1], &after = t_[i + 1];
      const bool typed = (type.kind == Kind::identifier && !is_one_of(type, statement_words)) || type.is("*") ||
                         type.is("&") || (type.is(">") && !t_[i - 2].is("-"));
      const bool declared = after.is("=") || after.is(";") || after.is(",") || after.is(")") || after.is("(") ||
                            after.is("{") || after.is("[") || after.is(":");
      if (!typed || !declared) continue;
      std::size_t begin = i;
      bool constant = false, compile_time = false;
      while (begin > f.parameters_begin && !t_[begin - 1].is(";") && !t_[begin - 1].is("{") && !t_[begin - 1].is("}") &&
             !t_[begin - 1].is("(") && !t_[begin - 1].is(")")) {
        --begin;
        constant |= t_[begin].is("const");
        compile_time |= t_[begin].says(Qualifier::compile_time) || t_[begin].is("enum") || t_[begin].is("using");
      }
      // In (x * n) and x & n the name is no declaration; at the beginning of a statement x is a type.
      const bool product = t_[begin - 1].is("(") || t_[begin - 1].is(")") || begin + 2 != i;
      if ((type.is("*") || type.is("&")) && i > f.body_begin && product && !constant) continue;
      if (compile_time) return false;
      if (i < f.parameters_end || !constant) return true;
      std::size_t end = i;
      while (end < f.body_end && !t_[end].is(";")) ++end;
      return depth < 8 && varies(f, i + 1, end, i, depth + 1);
    }
    return false;
  }

  // An array of the host's memory, or a constant whose value the host computes when the program begins.
  void host_constant(const Function& f, std::size_t i) {
    const std::string_view name = t_[i].text;
    const auto [first, last] = program_.host_constants.equal_range(name);
    if (first == last || t_[i + 1].is("(") || t_[i + 1].is("::") || t_[i + 1].is("<")) return;
    if (program_.doubtful.contains(name) || program_.device_variables.contains(name)) return;
    const bool all = std::all_of(first, last, [&](const auto& entry) {
      const HostVariable& v = entry.second;
      const bool part = t_[i + 1].is(".") && t_[i + 3].is("[");  // an array in a structure
      const Token& before = t_[i - 2];
      const bool address =
          t_[i - 1].is("&") && (before.is("=") || before.is("(") || before.is(",") || before.is("return"));
      return !v.of_device && (v.array || part || address || (!v.call.empty() && is_computed(v.call)));
    });
    if (!all || shadowed(t_, name, f)) return;
    const HostVariable& v = first->second;
    if (v.member && !t_[i - 1].is("::") && !f.member) return;
    if (in_constant(f, i)) return;
    // The compiler replaces the element of a class's own array by its value.
    std::size_t close = i;
    bool varies_here = !t_[i + 1].is("[") && !t_[i + 1].is(".");
    while (t_[close + 1].is("[")) {
      const std::size_t open = close + 1;
      close = closing(t_, open);
      if (close == npos) return;
      varies_here |= varies(f, open + 1, close, i);
    }
    if ((v.member || v.object) && v.compile_time && !varies_here) return;
    complain(i, "identifier '" + std::string(name) + "' is undefined in device code: it is in the host's memory");
  }

  [[nodiscard]] bool is_computed(const std::string& function) const {
    const auto [first, last] = program_.functions.equal_range(function);
    if (first == last) return is_device_builtin(function) && function != "min" && function != "max";
    return std::none_of(first, last, [](const auto& entry) { return entry.second.constant; });
  }

  // Where only the value counts: sizeof(w), constexpr int n = w[2], int s[w[1]], f<w[0]>().
  [[nodiscard]] bool in_constant(const Function& f, std::size_t i) const {
    for (std::size_t k = i; k-- > statement_begin(f, i);) {
      if (t_[k].says(Qualifier::compile_time) || t_[k].is("static_assert") || t_[k].is("case")) return true;
      if (is_one_of(t_[k], unevaluated)) return true;
      if (t_[k].is("<") && closing_angle(t_, k) != npos && closing_angle(t_, k) > i) return true;
      const bool bound = t_[k].is("[") && closing(t_, k) > i && t_[k - 1].kind == Kind::identifier &&
                         t_[k - 2].kind == Kind::identifier && !is_one_of(t_[k - 2], statement_words);
      if (bound) return true;
    }
    return false;
  }

  // A device function without a definition: without -rdc=true no other file can supply it.
  void unresolved(const Function& f, std::size_t i) {
    const std::string_view name = t_[i].text;
    const auto [first, last] = program_.functions.equal_range(name);
    if (first == last || is_device_builtin(name) || program_.doubtful.contains(name)) return;
    const auto is_open = [&](const auto& entry) {
      const Function& g = entry.second;
      const bool may_be_abstract = std::find(g.words.begin(), g.words.end(), "virtual") != g.words.end();
      return g.device && g.body_end == 0 && !g.defaulted && !may_be_abstract && program_.is_plain(g);
    };
    if (!std::all_of(first, last, is_open) || shadowed(t_, name, f) || !is_reached(f)) return;
    if (t_[i + 1].is("(") && t_[i - 1].kind == Kind::identifier && !is_one_of(t_[i - 1], statement_words)) return;
    complain(i, "unresolved extern function '" + std::string(name) +
                    "': without -rdc=true a device function must be defined in the file that uses it");
  }

  // Does a kernel use the function, directly or through others? nvcc removes what none uses.
  [[nodiscard]] bool is_reached(const Function& f) {
    if (f.global || f.name.starts_with("operator")) return true;
    if (reached_.empty()) {
      for (const auto& [name, g] : program_.functions) {
        if (g.global) reached_.insert(name);
      }
      for (bool more = true; more;) {
        const std::size_t before = reached_.size();
        for (const auto& [name, mentioned] : program_.mentions) {
          if (reached_.contains(name)) reached_.insert(mentioned.begin(), mentioned.end());
        }
        more = reached_.size() > before;
      }
    }
    return reached_.contains(f.name);
  }

  const CodeSides sides_{file_, survey_, program_};
  std::set<std::string, std::less<>> reached_;
};

}  // namespace

std::vector<Complaint> form_complaints(const SourceFile& file, const Survey& survey, const Program& program,
                                       const Rules& rules) {
  return Forms(file, survey, program, rules).run();
}

}  // namespace cu2cpp
