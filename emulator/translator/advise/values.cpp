// Values that a program loses: results in a kernel's own copy, sums without an initial value, integer divisions, exact
// comparisons.
#include <algorithm>
#include <array>
#include <cstdlib>
#include <string>

#include "advise/advise.hpp"

namespace cu2cpp {
namespace {

constexpr std::array<std::string_view, 12> integers = {"int",     "unsigned", "long",     "short",   "size_t",  "char",
                                                       "int32_t", "uint32_t", "uint64_t", "int64_t", "uint8_t", "uint"};
constexpr std::array<std::string_view, 2> floats = {"float", "double"};
constexpr std::array<std::string_view, 5> pointer_qualifiers = {"__restrict__", "__restrict", "restrict", "const",
                                                                "volatile"};
// A GPU's results differ from the host's in the last bits.
constexpr std::array<std::string_view, 31> inexact = {
    "sin",   "cos",   "tan",  "exp",  "exp2",  "log",    "log2",  "log10", "pow",  "tanh", "sinh",
    "cosh",  "asin",  "acos", "atan", "atan2", "erf",    "sinf",  "cosf",  "tanf", "expf", "exp2f",
    "log2f", "log1p", "powf", "logf", "tanhf", "log10f", "atanf", "acosf", "asinf"};

bool is_integer_literal(const Token& t) {
  if (t.kind != Kind::number || t.text.find_first_of(".'") != npos) return false;
  return t.text.find_first_not_of("0123456789uUlL") == npos;
}
bool changes(const Token& t) {
  constexpr std::array<std::string_view, 12> list = {
      "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", "++", "--"};
  return is_one_of(t.text, list);
}
bool begins_statement(const Token& before) {
  return before.is(";") || before.is("{") || before.is("}") || before.is(")") || before.is("else");
}

struct Type {
  bool integer = false, floating = false, pointer = false;
};

class ValueAdviser : public Look {
 public:
  using Look::Look;

  // ---- __global__ void add(int a, int b, int c) { c = a + b; }
  void results_in_copies(const Function& f) {
    for (std::size_t k = f.parameters_begin + 1; k < f.parameters_end; ++k) {
      if (t_[k].kind != Kind::identifier || (!t_[k + 1].is(",") && k + 1 != f.parameters_end)) continue;
      std::size_t type = k - 1;
      while (type > f.parameters_begin && is_one_of(t_[type].text, pointer_qualifiers)) --type;
      if (t_[type].kind != Kind::identifier) continue;  // a pointer, a reference, or no name
      std::size_t uses = 0, stores = 0;
      for (std::size_t i = f.body_begin; i < f.body_end; ++i) {
        if (!t_[i].is(t_[k].text) || t_[i - 1].is(".") || t_[i - 1].is("->")) continue;
        ++uses;
        std::size_t next = i + 1;
        if (t_[next].is(".") && t_[next + 1].kind == Kind::identifier) next += 2;
        const bool assigned = (t_[next].is("=") || changes(t_[next])) && begins_statement(t_[i - 1]);
        // atomicAdd(&c, 1);
        const bool atomic = t_[i - 1].is("&") && t_[i - 2].is("(") && t_[i - 3].text.starts_with("atomic") &&
                            begins_statement(t_[i - 4]);
        stores += assigned || atomic;
      }
      if (uses == 0 || uses != stores) continue;
      const std::string name(t_[k].text);
      note(k,
           name +
               " is the kernel's own copy: the host never sees what is stored there; pass a pointer to device memory");
    }
  }

  // ---- float sum; … sum += x;
  void sums_without_start(const Function& f) {
    for (std::size_t k = f.body_begin + 1; k + 1 < f.body_end; ++k) {
      if (t_[k].kind != Kind::identifier || (!t_[k + 1].is(";") && !t_[k + 1].is(","))) continue;
      const std::size_t first = statement_begin(k);
      if (first >= k || !(is_one_of(t_[first].text, integers) || is_one_of(t_[first].text, floats))) continue;
      if (t_[k - 1].is("*") || t_[k - 1].is("&") || !declares(k)) continue;
      std::size_t use = 0;
      bool set = false;
      for (std::size_t i = f.body_begin; i < f.body_end; ++i) {
        if (i == k || !t_[i].is(t_[k].text) || t_[i - 1].is(".") || t_[i - 1].is("->")) continue;
        if (i < k) set = true;  // another variable of this name
        if (use == 0) use = i;
        set |= t_[i + 1].is("=") || t_[i + 1].is("(") || t_[i + 1].is("{") || t_[i - 1].is("&") || t_[i - 1].is(">>");
      }
      if (set || use == 0 || !changes(t_[use + 1]) || !begins_statement(t_[use - 1])) continue;
      const std::string name(t_[k].text);
      note(use, name + " is changed before it has a first value: declare it with one, such as " + name + " = 0");
    }
  }

  // ---- 1 / 2 * x
  void divisions_of_literals(std::size_t i) {
    if (!t_[i].is("/") || !is_integer_literal(t_[i - 1]) || !is_integer_literal(t_[i + 1])) return;
    const std::string_view before = t_[i - 2].text;
    constexpr std::array<std::string_view, 8> starts = {"(", ",", "=", "return", "+", "-", "+=", "*="};
    if (!is_one_of(before, starts) && t_[i - 2].text != "-=") return;
    const long a = std::strtol(std::string(t_[i - 1].text).c_str(), nullptr, 10);
    const long b = std::strtol(std::string(t_[i + 1].text).c_str(), nullptr, 10);
    if (a == 0 || b == 0 || a % b == 0 || (a > b && !has_floats(i))) return;
    const std::string top = std::to_string(a), bottom = std::to_string(b);
    note(i - 1, "the integer division " + top + " / " + bottom + " discards the remainder and is " +
                    std::to_string(a / b) + ": " + top + ".0f / " + bottom + " is meant?");
  }

  // ---- if (i < n) x[i] = i / n * 2.0f
  void quotients_that_are_zero(std::size_t i) {
    if (!t_[i].is("/") || !survey_.around(i)) return;
    const Token &a = t_[i - 1], &b = t_[i + 1];
    if (a.kind != Kind::identifier || b.kind != Kind::identifier) return;
    constexpr std::array<std::string_view, 6> starts = {"=", "(", "return", "+", "-", "+="};
    if (!is_one_of(t_[i - 2].text, starts) || !has_floats(i)) return;
    const bool multiplied = t_[i + 2].is("*") || (t_[i + 2].is(")") && t_[i + 3].is("*"));
    const bool stored = t_[i + 2].is(";") && t_[i - 2].is("=");
    if (!multiplied && !stored) return;
    const Function& in = *survey_.around(i);
    if (!is_integer(in, a.text) || !is_integer(in, b.text)) return;
    // if (i < n), or if (i >= n) return
    bool guarded = false;
    for (std::size_t k = in.body_begin; k < i; ++k) {
      if (t_[k - 1].text != a.text || t_[k + 1].text != b.text) continue;
      guarded |= t_[k].is("<");
      const std::size_t end = t_[k + 2].is(")") ? k + 3 : k;
      guarded |= t_[k].is(">=") && (t_[end].is("return") || (t_[end].is("{") && t_[end + 1].is("return")));
    }
    if (!guarded) return;
    const std::string top(a.text), bottom(b.text);
    note(i - 1, "the integer division " + top + " / " + bottom + " is 0 for every " + top + " below " + bottom +
                    ": float(" + top + ") / " + bottom + " is meant?");
  }

  // ---- float mean = total / n; of integers
  void means_of_integers(std::size_t i) {
    if (!t_[i].is("/") || !survey_.around(i)) return;
    const Function& in = *survey_.around(i);
    std::size_t begin = i - 1;
    if (t_[begin].is("]")) begin = opening(t_, begin) - 1;
    const std::size_t sum = begin;
    if (begin < in.body_begin || t_[sum].kind != Kind::identifier) return;
    if (t_[begin - 1].is("*") && (t_[begin - 2].is("=") || t_[begin - 2].is("(") || t_[begin - 2].is("return")))
      --begin;
    std::size_t end = i + 2;  // after the divisor
    if (t_[i + 1].is("(")) end = closing(t_, i + 1) == i + 3 ? i + 4 : npos;
    if (end == npos) return;
    const Token& divisor = t_[t_[i + 1].is("(") ? i + 2 : i + 1];
    if (!is_integer_literal(divisor) && !is_integer(in, divisor.text)) return;
    if (!type_of(in, t_[sum].text).integer || !accumulates(in, sum)) return;
    // A cast around the division comes too late as well.
    bool floating = false;
    if (t_[begin - 1].is("(") && t_[end].is(")")) {
      const std::size_t outside = begin - 2;
      const bool cast = (t_[outside].is(")") && is_one_of(t_[outside - 1].text, floats) && t_[outside - 2].is("(")) ||
                        is_one_of(t_[outside].text, floats) ||
                        (t_[outside].is(">") && is_one_of(t_[outside - 1].text, floats));
      if (!cast) return;
      floating = true;
    } else if (!t_[end].is(";")) {
      return;
    } else if (t_[begin - 1].is("=")) {
      floating = floating_target(in, begin - 1);
    } else if (t_[begin - 1].is("return")) {
      floating = std::any_of(in.words.begin(), in.words.end(),
                             [](const std::string& word) { return is_one_of(word, floats); }) &&
                 !t_[in.name_at - 1].is("*");
    }
    if (!floating) return;
    note(i, "the integer division " + std::string(t_[sum].text) + " / " + std::string(divisor.text) +
                " discards the remainder before the result becomes a float: float(" + std::string(t_[sum].text) +
                ") / " + std::string(divisor.text) + " keeps it");
  }

  // ---- if (i = 0)
  void assignments_as_conditions(std::size_t i) {
    if (!t_[i].is("if") && !t_[i].is("while")) return;
    if (!t_[i + 1].is("(") || t_[i + 2].kind != Kind::identifier || !t_[i + 3].is("=")) return;
    const Token& value = t_[i + 4];
    const bool literal = value.kind == Kind::number || value.is("true") || value.is("false");
    if (!literal || closing(t_, i + 1) != i + 5) return;
    const std::string name(t_[i + 2].text), text(value.text);
    note(i + 3, "= gives " + name + " the value " + text + ", so the condition is always the same: == compares");
  }

  // ---- if (y[i] != sinf(x[i])) for y computed by a GPU
  void exact_comparisons(std::size_t i) {
    if ((!t_[i].is("==") && !t_[i].is("!=")) || !survey_.around(i)) return;
    const Function& in = *survey_.around(i);
    if (in.global || in.device) return;
    std::size_t begin = i - 1, end = i + 1;
    while (begin > in.body_begin && !ends_operand(t_[begin])) {
      if (t_[begin].is(")") || t_[begin].is("]")) begin = opening(t_, begin);
      if (begin == npos) return;
      --begin;
    }
    while (end < in.body_end && !ends_operand(t_[end])) {
      if (t_[end].is("(") || t_[end].is("[")) end = closing(t_, end);
      if (end == npos) return;
      ++end;
    }
    for (const auto& [a, b, c, d] : {std::array{begin + 1, i, i + 1, end}, std::array{i + 1, end, begin + 1, i}}) {
      if (a >= b || c >= d || !is_fetched(in, a) || !is_computed_inexactly(in, c, d) || !is_inexact_on_gpu()) continue;
      note(i, "an exact comparison: the GPU's " + inexact_name_ +
                  " differs from the host's in the last bits; compare fabs(a - b) with a tolerance");
      return;
    }
  }

  // ---- thrust::reduce(v.begin(), v.end(), 0) of floats
  void sums_of_type_int(std::size_t i) {
    if ((!t_[i].is("reduce") && !t_[i].is("accumulate")) || !t_[i - 1].is("::") || !t_[i + 1].is("(")) return;
    if (i + 14 >= t_.size()) return;
    const Token& v = t_[i + 2];
    const bool ranges = t_[i + 3].is(".") && t_[i + 7].is(",") && t_[i + 8].text == v.text && t_[i + 9].is(".") &&
                        t_[i + 10].is("end") && t_[i + 13].is(",");
    if (!ranges || !is_integer_literal(t_[i + 14]) || !(t_[i + 15].is(")") || t_[i + 15].is(","))) return;
    bool of_floats = false;
    for (std::size_t k = 4; k < i; ++k) {
      if (t_[k].text != v.text || !t_[k - 1].is(">") || t_[k - 4].text.find("vector") == npos) continue;
      of_floats = t_[k - 3].is("<") && is_one_of(t_[k - 2].text, floats);
    }
    if (!of_floats) return;
    note(i, "the sum has the type of its first value, the int " + std::string(t_[i + 14].text) +
                ": each step discards the fraction; 0.0f starts a sum of floats");
  }

  void look() {
    for (const Function& f : survey_.functions) {
      if (f.body_end <= f.body_begin) continue;
      if (f.global) results_in_copies(f);
      sums_without_start(f);
    }
    for (std::size_t i = 4; i + 5 < t_.size(); ++i) {
      divisions_of_literals(i);
      quotients_that_are_zero(i);
      means_of_integers(i);
      assignments_as_conditions(i);
      exact_comparisons(i);
      sums_of_type_int(i);
    }
  }

 private:
  // The first token of the statement or parameter that contains i.
  [[nodiscard]] std::size_t statement_begin(std::size_t i) const {
    const bool parameter = !survey_.around(i);
    std::size_t k = i;
    while (k > 0 && !t_[k - 1].is(";") && !t_[k - 1].is("{") && !t_[k - 1].is("}") && !t_[k - 1].is("(") &&
           !(parameter && t_[k - 1].is(","))) {
      --k;
      if (t_[k].is(")") || t_[k].is("]")) k = opening(t_, k);
      if (k == npos) return i;
    }
    while (t_[k].is("const") || t_[k].is("constexpr")) ++k;
    return k;
  }
  // In a declaration: one of the declared names, and not a value?
  [[nodiscard]] bool declares(std::size_t name) const {
    const Token& before = t_[name - 1];
    return before.is(",") || before.is("*") || (before.kind == Kind::identifier && !before.is("return"));
  }

  // As declared in the function, or in the file outside of all functions; unknown if two declarations differ.
  [[nodiscard]] Type type_of(const Function& in, std::string_view name) const {
    Type type;
    bool known = false, doubtful = false;
    const auto look_at = [&](std::size_t k) {
      if (t_[k].text != name || t_[k].kind != Kind::identifier) return;
      const std::size_t first = statement_begin(k);
      if (first >= k) return;
      Type here{is_one_of(t_[first].text, integers), is_one_of(t_[first].text, floats), false};
      if (!here.integer && !here.floating) return;
      if (!declares(k)) return;
      here.pointer = t_[k - 1].is("*") || t_[k + 1].is("[");
      doubtful |= known && (here.integer != type.integer || here.pointer != type.pointer);
      known = true;
      type = here;
    };
    for (std::size_t k = in.parameters_begin + 1; k < in.body_end; ++k) look_at(k);
    for (std::size_t k = 1; !known && k < t_.size(); ++k) {
      if (survey_.outside_functions[k]) look_at(k);
    }
    return doubtful ? Type{} : type;
  }
  [[nodiscard]] bool is_integer(const Function& in, std::string_view name) const {
    const auto macro = program_.macro_bodies.find(name);
    if (macro != program_.macro_bodies.end()) return macro->second.size() == 1 && is_integer_literal(macro->second[0]);
    const Type type = type_of(in, name);
    return type.integer && !type.pointer;
  }
  // Is something added to it, in this function?
  [[nodiscard]] bool accumulates(const Function& in, std::size_t sum) const {
    for (std::size_t k = in.body_begin; k < in.body_end; ++k) {
      if (t_[k].text != t_[sum].text) continue;
      std::size_t next = k + 1;
      if (t_[next].is("[")) next = closing(t_, next) + 1;
      if (next != 0 && t_[next].is("+=")) return true;
    }
    return false;
  }
  // The left side of the = at i.
  [[nodiscard]] bool floating_target(const Function& in, std::size_t i) const {
    std::size_t name = i - 1;
    bool element = false;
    if (t_[name].is("]")) {
      name = opening(t_, name) - 1;
      element = true;
    }
    const Type type = type_of(in, t_[name].text);
    element |= t_[name - 1].is("*") && begins_statement(t_[name - 2]);
    return type.floating && type.pointer == element;
  }
  [[nodiscard]] bool has_floats(std::size_t i) const {
    std::size_t begin = i, end = i;
    while (begin > 0 && !t_[begin].is(";") && !t_[begin].is("{") && !t_[begin].is("}")) --begin;
    while (end < t_.size() && !t_[end].is(";") && !t_[end].is("{")) ++end;
    return std::any_of(t_.begin() + begin, t_.begin() + end, [](const Token& t) {
      return is_one_of(t.text, floats) || t.is("M_PI") ||
             (t.kind == Kind::number && t.text.find('.') != npos && t.text.find_first_of("xX") == npos);
    });
  }
  static bool ends_operand(const Token& t) {
    constexpr std::array<std::string_view, 10> list = {"(", ")", ";", "{", "}", "&&", "||", "?", ":", ","};
    return is_one_of(t.text, list) || t.is("=") || t.is("return") || changes(t);
  }
  // An element of an array that this function copies from the device: y[i].
  [[nodiscard]] bool is_fetched(const Function& in, std::size_t name) const {
    if (t_[name].kind != Kind::identifier || !t_[name + 1].is("[")) return false;
    for (std::size_t k = in.body_begin; k + 3 < in.body_end; ++k) {
      if (t_[k].is("cudaMemcpy") && t_[k + 1].is("(") && t_[k + 2].text == t_[name].text) {
        const std::size_t end = closing(t_, k + 1);
        if (end != npos && t_[end - 1].is("cudaMemcpyDeviceToHost")) return true;
      }
      if (t_[k].is("cudaMallocManaged") && (t_[k + 3].text == t_[name].text || t_[k + 2].text == t_[name].text))
        return true;
    }
    return false;
  }
  // By a function that a GPU implements differently; through one variable at most.
  [[nodiscard]] bool is_computed_inexactly(const Function& in, std::size_t begin, std::size_t end) {
    for (std::size_t k = begin; k < end; ++k) {
      if (is_one_of(t_[k].text, inexact) && t_[k + 1].is("(")) {
        inexact_name_ = t_[k].text;
        return true;
      }
    }
    if (t_[begin].kind != Kind::identifier) return false;
    for (std::size_t k = in.body_begin; k + 1 < in.body_end; ++k) {
      if (t_[k].text != t_[begin].text || t_[k - 1].is(".")) continue;
      std::size_t next = k + 1;
      if (t_[next].is("[")) next = closing(t_, next) + 1;
      if (next == 0 || !t_[next].is("=")) continue;
      for (std::size_t i = next; i < in.body_end && !t_[i].is(";"); ++i) {
        if (!is_one_of(t_[i].text, inexact) || !t_[i + 1].is("(")) continue;
        inexact_name_ = t_[i].text;
        return true;
      }
    }
    return false;
  }

  // Where no kernel calls such a function, the host's result need not differ.
  [[nodiscard]] bool is_inexact_on_gpu() const {
    for (std::size_t k = 0; k + 1 < t_.size(); ++k) {
      if (!survey_.around(k) || !t_[k + 1].is("(")) continue;
      const Function& f = *survey_.around(k);
      const std::string_view name = t_[k].text.substr(t_[k].text.rfind("__", 0) == 0 ? 2 : 0);
      if ((f.global || f.device) && is_one_of(name, inexact)) return true;
    }
    return false;
  }

  std::string inexact_name_;
};

}  // namespace

std::vector<Note> advise_on_values(const SourceFile& file, const Survey& survey, const Program& program) {
  return notes_of<ValueAdviser>(file, survey, program);
}

}  // namespace cu2cpp
