#include "rewrite/launches.hpp"

#include <algorithm>
#include <array>

#include "rewrite/unchecked.hpp"

namespace cu2cpp {
namespace {

constexpr std::array<std::string_view, 14> words_before_expressions = {
    "if",   "while", "for", "switch", "return", "else",      "do",
    "case", "throw", "and", "or",     "not",    "co_return", "co_await"};

bool is_statement_word(const Token& t) {
  return std::find(words_before_expressions.begin(), words_before_expressions.end(), t.text) !=
         words_before_expressions.end();
}

}  // namespace

void Launches::launch(std::size_t open) {
  const std::size_t kernel_begin = kernel_start(open);
  const std::size_t close = configuration_end(open);
  const std::size_t parenthesis = close + 3;
  const bool arguments = parenthesis < t_.size() && t_[parenthesis].is("(");
  if (!arguments && (survey_ || parenthesis < t_.size())) {  // those of a macro may follow at its use
    throw SyntaxError(t_[close].begin, "expected '(' with the arguments after '>>>'");
  }
  if (close == open + 1) throw SyntaxError(t_[open].begin, "an execution configuration needs a grid and a block");

  replace(t_[kernel_begin].begin, t_[open].end(), before_configuration(kernel_begin, open, open + 1, close));
  replace(t_[close].begin, t_[close + 2].end(), after_configuration(kernel_begin, open));
  if (arguments) null_arguments(parenthesis);
}

std::string Launches::before_configuration(std::size_t kernel_begin, std::size_t kernel_end, std::size_t begin,
                                           std::size_t end) const {
  const std::string kernel = on_one_line(t_, kernel_begin, kernel_end);
  // In a macro only the preprocessor knows which kernel its parameter names.
  const std::string name = survey_ ? as_literal(kernel) : "CUDA_EMULATOR_NAME(" + kernel + ")";
  return "::cuda_emulator::Launch(" + (program_.unchecked ? launched_at(file_, t_, survey_, name, begin, end) : name) +
         ",";
}

std::string Launches::after_configuration(std::size_t kernel_begin, std::size_t kernel_end) const {
  const std::string kernel = on_one_line(t_, kernel_begin, kernel_end);
  const std::string capture = survey_ && survey_->outside_functions[kernel_begin] ? "[]" : "[=]";
  return ")(" + capture + "(auto... a_) CUDA_EMULATOR_KERNEL_CALL { " + kernel + "(a_...); }, " + capture +
         "(auto p_) -> " + as_found(kernel, shares_name(kernel_end)) + ')';
}

std::string Launches::as_found(const std::string& kernel, bool shares_name) {
  const std::string call = (shares_name ? "p_.kernel(" : "p_(") + kernel + ')';
  return "decltype(" + call + ") { return " + call + "; }";
}

bool Launches::shares_name(std::size_t kernel_end) const {
  std::size_t name = kernel_end - 1;
  if (t_[name].is(">")) name = opening_angle(t_, name) - 1;
  return t_[name].kind == Kind::identifier && program_.shares_name(t_[name].text) &&
         (name == 0 || (!t_[name - 1].is(".") && !t_[name - 1].is("->")));
}

void Launches::set_apart(const Function& f) {
  if (!f.global || !program_.shares_name(f.name)) return;
  const std::size_t end = t_[f.parameters_end].end();
  if (!t_[f.parameters_end + 1].is("noexcept")) replace(end, end, " noexcept");
}

void Launches::launch_bounds(const Function& f) {
  if (!f.global || f.member || f.body_end <= f.body_begin || t_[f.head_begin].is("template")) return;
  for (std::size_t i = f.head_begin; i + 1 < f.body_begin; ++i) {
    if (!t_[i].is("__launch_bounds__") || !t_[i + 1].is("(")) continue;
    std::size_t end = i + 2;
    while (end < f.body_begin && !t_[end].is(",") && !t_[end].is(")")) {
      end = t_[end].is("(") || t_[end].is("{") ? closing(t_, end) + 1 : end + 1;
    }
    const std::size_t after = t_[f.body_end].end();
    const std::string kernel = f.name, place = std::to_string(t_[f.name_at].begin);
    replace(after, after,
            " [[maybe_unused]] static const bool bounds_of_" + kernel + '_' + place +
                " = ::cuda_emulator::launch_bound([](auto p_) -> " + as_found(kernel, program_.shares_name(f.name)) +
                ", " + on_one_line(t_, i + 2, end) + ");");
    return;
  }
}

void Launches::launch_by_macro(std::size_t i) {
  const bool called = i + 1 < t_.size() && t_[i + 1].is("(");
  const Token* before = i > 0 ? &t_[i - 1] : nullptr;
  if (!called || !before || (before->kind != Kind::identifier && !before->is(">"))) return;
  const std::size_t close = closing(t_, i + 1);
  const bool has_parameters = close != npos && close + 1 < t_.size() && t_[close + 1].is("(");
  const std::size_t kernel_begin = kernel_start(i);
  replace(t_[kernel_begin].begin, t_[i].begin, before_configuration(kernel_begin, i, 0, 0));
  const std::size_t end = has_parameters ? t_[close].end() : t_[i].end();
  replace(end, end, after_configuration(kernel_begin, i));
}

std::size_t Launches::kernel_start(std::size_t open) const {
  std::size_t i = open;
  const auto fail = [&]() -> SyntaxError { return {t_[open].begin, "expected a kernel's name before '<<<'"}; };
  while (true) {
    if (i == 0) throw fail();
    --i;
    if (t_[i].is(">")) {
      i = opening_angle(t_, i);
      if (i == npos || i == 0) throw fail();
      --i;
    }
    if (t_[i].is(")") || t_[i].is("]")) {
      const bool round = t_[i].is(")");
      i = opening(t_, i);
      if (i == npos) throw fail();
      if (round && !is_called(i)) return i;
      continue;
    }
    if (t_[i].kind != Kind::identifier || is_statement_word(t_[i])) throw fail();
    if (i > 0 && t_[i - 1].is("##")) {
      --i;
      continue;
    }
    if (i > 0 && t_[i - 1].is("template")) --i;
    if (i == 0) return i;
    const Token& before = t_[i - 1];
    if (before.is("::")) {
      --i;
      const bool qualified =
          i > 0 && (t_[i - 1].is(">") || (t_[i - 1].kind == Kind::identifier && !is_statement_word(t_[i - 1])));
      if (!qualified) return i;  // a leading ::
      continue;
    }
    if (before.is(".") || before.is("->")) {
      --i;
      continue;
    }
    return i;
  }
}

bool Launches::is_called(std::size_t i) const {
  if (i == 0) return false;
  const Token& before = t_[i - 1];
  if (before.is("]") || before.is(">")) return true;
  if (before.is(")")) {
    const std::size_t other = opening(t_, i - 1);
    return other != npos && (other == 0 || !is_statement_word(t_[other - 1]));
  }
  return before.kind == Kind::identifier && !is_statement_word(before);
}

std::size_t Launches::configuration_end(std::size_t open) const {
  std::size_t fallback = npos;
  int angles = 0;
  for (std::size_t i = open + 1; i < t_.size(); ++i) {
    const Token& t = t_[i];
    if (t.is("(") || t.is("[") || t.is("{")) {
      i = closing(t_, i);
      if (i == npos) break;
    } else if (t.is(")") || t.is("]") || t.is("}") || t.is(";")) {
      break;
    } else if (t.is("<") && t_[i - 1].kind == Kind::identifier) {
      ++angles;
    } else if (t.is(">")) {
      const std::size_t begin = i;
      while (i + 1 < t_.size() && t_[i + 1].is(">")) ++i;  // also > >>
      const int run = static_cast<int>(i - begin) + 1;
      if (run >= 3) {
        if (angles == run - 3) return i - 2;
        if (fallback == npos) fallback = i - 2;
      }
      angles = std::max(0, angles - run);
    }
  }
  if (fallback == npos) throw SyntaxError(t_[open].begin, "'<<<' without its '>>>'");
  return fallback;
}

void Launches::null_arguments(std::size_t open) {
  const std::size_t close = closing(t_, open);
  if (close == npos) return;
  for (std::size_t i = open + 1; i < close; ++i) {
    const bool alone = (i == open + 1 || t_[i - 1].is(",")) && (i + 1 == close || t_[i + 1].is(","));
    if (t_[i].is("NULL") && alone) replace(t_[i].begin, t_[i].end(), "CUDA_EMULATOR_NULL");
  }
}

void Launches::cluster(std::size_t i) {
  if (!survey_ || i + 1 >= t_.size() || !t_[i + 1].is("(")) return;
  const std::size_t close = closing(t_, i + 1);
  if (close == npos) return;
  for (const Function& f : survey_->functions) {
    if (!f.global || f.body_end == 0 || i < f.head_begin || i > f.body_begin) continue;
    replace(t_[f.body_begin].end(), t_[f.body_begin].end(),
            "::cuda_emulator::needs_cluster" + on_one_line(t_, i + 1, close + 1) + ";");
  }
}

void Launches::kernel_cast(std::size_t i) {
  if (i == 0 || i + 2 >= t_.size() || !t_[i + 1].is("*")) return;
  std::size_t before = i - 1;
  if (t_[before].is("const") && before > 0) --before;
  std::size_t operand = i + 3;
  const bool c_style = t_[before].is("(") && t_[i + 2].is(")");
  const bool named = t_[before].is("<") && t_[i + 2].is(">") && before > 0 && contains(t_[before - 1].text, "_cast");
  if (named) {
    if (operand >= t_.size() || !t_[operand].is("(")) return;
    ++operand;
  } else if (!c_style) {
    return;
  }
  if (operand < t_.size() && t_[operand].is("&")) ++operand;
  const std::size_t begin = operand;
  std::size_t name = begin;
  while (name + 2 < t_.size() && (t_[name].is("::") || (t_[name].kind == Kind::identifier && t_[name + 1].is("::")))) {
    ++name;
  }
  if (name >= t_.size() || t_[name].kind != Kind::identifier) return;
  if (!program_.is_kernel_outside_of_classes(t_[name].text)) {
    if (name == begin && !t_[begin - 1].is("&") && may_hold_kernel(name, before)) variable_cast(name);
    return;
  }
  std::size_t last = name;
  if (last + 1 < t_.size() && t_[last + 1].is("<")) last = closing_angle(t_, last + 1);
  if (last == npos || (last + 1 < t_.size() && t_[last + 1].is("("))) return;
  replace(t_[begin].begin, t_[begin].begin, "::cuda_emulator::kernel_handle(");
  replace(t_[last].end(), t_[last].end(), ")");
  if (operand > i + 3 && t_[begin - 1].is("&")) replace(t_[begin - 1].begin, t_[begin - 1].end(), "");
}

// Is it a pointer to a function that returns void, or one that a call of the runtime takes for a kernel?
bool Launches::may_hold_kernel(std::size_t name, std::size_t cast) const {
  for (std::size_t i = 3; i + 2 < t_.size(); ++i) {  // void (*name)(int)
    const bool declared = t_[i].is(t_[name].text) && t_[i - 1].is("*") && t_[i - 2].is("(") && t_[i - 3].is("void") &&
                          t_[i + 1].is(")") && t_[i + 2].is("(");
    if (declared) return true;
  }
  if (cast > 2 && t_[cast - 1].is("=") && t_[cast - 2].is("func")) return true;  // of a graph's node
  for (std::size_t i = cast; i-- > 0 && !t_[i].is(";") && !t_[i].is("{") && !t_[i].is("}");) {
    if (t_[i].is(")")) {
      i = opening(t_, i);
      if (i == npos) return false;
      continue;
    }
    if (!t_[i].is("(") || i == 0) continue;
    const std::string_view call = t_[i - 1].text;
    if (call == "cudaLaunchKernel" || call == "cudaLaunchCooperativeKernel" || call == "cudaLaunchKernelExC" ||
        call.starts_with("cudaFunc") || call.starts_with("cudaOccupancy")) {
      return true;
    }
  }
  return false;
}

// (void*)f, (void*)table[i], (void*)entry.f
void Launches::variable_cast(std::size_t name) {
  std::size_t last = name;
  while (last + 2 < t_.size()) {
    if (t_[last + 1].is("[")) {
      last = closing(t_, last + 1);
      if (last == npos) return;
    } else if ((t_[last + 1].is(".") || t_[last + 1].is("->")) && t_[last + 2].kind == Kind::identifier) {
      last += 2;
    } else {
      break;
    }
  }
  if (t_[last + 1].is("(") || t_[last + 1].is("<") || t_[last + 1].is("::")) return;
  replace(t_[name].begin, t_[name].begin, "::cuda_emulator::kernel_handle(");
  replace(t_[last].end(), t_[last].end(), ")");
}

}  // namespace cu2cpp
