#include "rewrite.hpp"

#include <algorithm>
#include <array>

#include "contraction.hpp"
#include "launch_text.hpp"
#include "print_order.hpp"

namespace cu2cpp {
namespace {

constexpr std::array<std::string_view, 14> statement_words = {"if",   "while", "for",       "switch",  "return",
                                                              "else", "do",    "case",      "throw",   "and",
                                                              "or",   "not",   "co_return", "co_await"};

// What the emulator's src/ptx.cpp and src/ptx_warp.cpp know.
constexpr std::array<std::string_view, 101> ptx_instructions = {
    //
    "abs",       "activemask",   "add",
    "addc",      "and",          "applypriority",
    "atom",      "bar",          "barrier",
    "bfe",       "bfi",          "bfind",
    "bra",       "brev",         "brkpt",
    "clz",       "copysign",     "cos",
    "cp",        "createpolicy", "cvt",
    "cvta",      "discard",      "div",
    "dp2a",      "dp4a",         "elect",
    "ex2",       "exit",         "fence",
    "fma",       "getctarank",   "griddepcontrol",
    "isspacep",  "ld",           "ldmatrix",
    "ldu",       "lg2",          "lop3",
    "mad",       "mad24",        "madc",
    "mapa",      "match",        "max",
    "mbarrier",  "membar",       "min",
    "mma",       "mov",          "mul",
    "mul24",     "nanosleep",    "neg",
    "not",       "or",           "pmevent",
    "popc",      "prefetch",     "prefetchu",
    "prmt",      "rcp",          "red",
    "redux",     "rem",          "ret",
    "rsqrt",     "sad",          "selp",
    "set",       "setmaxnreg",   "setp",
    "shf",       "shfl",         "shl",
    "shr",       "sin",          "slct",
    "sqrt",      "st",           "stmatrix",
    "sub",       "subc",         "tanh",
    "testp",     "trap",         "vabsdiff2",
    "vabsdiff4", "vadd2",        "vadd4",
    "vavrg2",    "vavrg4",       "vmax2",
    "vmax4",     "vmin2",        "vmin4",
    "vote",      "vsub2",        "vsub4",
    "wgmma",     "xor"};

bool is_statement_word(const Token& t) {
  return std::find(statement_words.begin(), statement_words.end(), t.text) != statement_words.end();
}

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != npos;
}

// The tokens [begin, end) on one line: comments are gone, a space stands where there was any layout.
std::string on_one_line(const Tokens& t, std::size_t begin, std::size_t end) {
  std::string line;
  for (std::size_t i = begin; i < end; ++i) {
    if (i > begin && t[i].begin > t[i - 1].end()) line += ' ';
    line += t[i].text;
  }
  return line;
}

std::string as_literal(const std::string& text) {
  std::string literal = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') literal += '\\';
    literal += c;
  }
  return literal + '"';
}

// Rewrites one run of tokens: a file's code, or the body of one macro.
class Rewriter {
 public:
  Rewriter(const SourceFile& file, const Tokens& tokens, const Survey* survey, const Program& program,
           std::vector<Edit>& edits)
      : file_(file), t_(tokens), survey_(survey), program_(program), edits_(edits) {}

  void run() {
    find_volatile_names();
    for (std::size_t i = 0; i < t_.size(); ++i) {
      if (t_[i].is("<<<")) launch(i);
      if (program_.configurations.contains(t_[i].text)) launch_by_macro(i);
      if (t_[i].says(Qualifier::shared)) shared(i);
      if (t_[i].is("__noinline__")) noinline(i);
      if (t_[i].is("__cluster_dims__")) cluster(i);
      if (t_[i].is("while") || t_[i].is("for")) loop(i);
      if (t_[i].is("do")) do_loop(i);
      if (t_[i].is("asm") || t_[i].is("__asm__")) inline_ptx(i);
      if (t_[i].is("void")) kernel_cast(i);
    }
    for (std::size_t f = 0; survey_ && f < survey_->functions.size(); ++f) {
      set_apart(survey_->functions[f]);
      launch_bounds(survey_->functions[f]);
    }
  }

 private:
  // ---- k<<<configuration>>>(arguments)
  //   ->  Launch("k", configuration)(how to call k, how to find its parameter types)(arguments)
  // The configuration and the arguments stay where they are, so that errors in them keep their line.
  void launch(std::size_t open) {
    const std::size_t kernel_begin = kernel_start(open);
    const std::size_t close = configuration_end(open);
    const std::size_t parenthesis = close + 3;
    const bool arguments = parenthesis < t_.size() && t_[parenthesis].is("(");
    if (!arguments && (survey_ || parenthesis < t_.size())) {  // those of a macro may follow where it is used
      throw SyntaxError(t_[close].begin, "expected '(' with the arguments after '>>>'");
    }
    if (close == open + 1) throw SyntaxError(t_[open].begin, "an execution configuration needs a grid and a block");

    replace(t_[kernel_begin].begin, t_[open].end(), before_configuration(kernel_begin, open));
    replace(t_[close].begin, t_[close + 2].end(), after_configuration(kernel_begin, open));
    if (arguments) null_arguments(parenthesis);
  }

  [[nodiscard]] std::string before_configuration(std::size_t kernel_begin, std::size_t kernel_end) const {
    const std::string kernel = on_one_line(t_, kernel_begin, kernel_end);
    // In a macro only the preprocessor knows which kernel its parameter names.
    return "::cuda_emulator::Launch(" + (survey_ ? as_literal(kernel) : "CUDA_EMULATOR_NAME(" + kernel + ")") + ",";
  }
  [[nodiscard]] std::string after_configuration(std::size_t kernel_begin, std::size_t kernel_end) const {
    const std::string kernel = on_one_line(t_, kernel_begin, kernel_end);
    const std::string capture = survey_ && survey_->outside_functions[kernel_begin] ? "[]" : "[=]";
    return ")(" + capture + "(auto... a_) CUDA_EMULATOR_DEVICE_CODE { " + kernel + "(a_...); }, " + capture +
           "(auto p_) -> " + as_found(kernel, shares_name(kernel_end)) + ')';
  }

  // What finds the kernel's parameter types: decltype(p_(k)) { return p_(k); }.
  static std::string as_found(const std::string& kernel, bool shares_name) {
    const std::string call = (shares_name ? "p_.kernel(" : "p_(") + kernel + ')';
    return "decltype(" + call + ") { return " + call + "; }";
  }

  // Is the kernel named in front of kernel_end one of several functions of its name, not all of them kernels?
  [[nodiscard]] bool shares_name(std::size_t kernel_end) const {
    std::size_t name = kernel_end - 1;
    if (t_[name].is(">")) name = opening_angle(t_, name) - 1;
    return t_[name].kind == Kind::identifier && program_.shares_name(t_[name].text) &&
           (name == 0 || (!t_[name - 1].is(".") && !t_[name - 1].is("->")));
  }

  // ---- void k(int n) of such a kernel  ->  void k(int n) noexcept
  // The type then tells it from the host's functions, which void (*)(int) would match as well.
  void set_apart(const Function& f) {
    if (!f.global || !program_.shares_name(f.name)) return;
    const std::size_t end = t_[f.parameters_end].end();
    if (!t_[f.parameters_end + 1].is("noexcept")) replace(end, end, " noexcept");
  }

  // ---- __launch_bounds__(n, …) of a kernel that is no template  ->  the runtime is told before main
  void launch_bounds(const Function& f) {
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

  // ---- k GRID(g, b)(arguments), where #define GRID(g, b) <<<g, b>>>: the macro becomes the bare list g, b.
  void launch_by_macro(std::size_t i) {
    const bool called = i + 1 < t_.size() && t_[i + 1].is("(");
    const Token* before = i > 0 ? &t_[i - 1] : nullptr;
    if (!called || !before || (before->kind != Kind::identifier && !before->is(">"))) return;
    const std::size_t close = closing(t_, i + 1);
    const bool has_parameters = close != npos && close + 1 < t_.size() && t_[close + 1].is("(");
    const std::size_t kernel_begin = kernel_start(i);
    replace(t_[kernel_begin].begin, t_[i].begin, before_configuration(kernel_begin, i));
    const std::size_t end = has_parameters ? t_[close].end() : t_[i].end();
    replace(end, end, after_configuration(kernel_begin, i));
  }

  // The first token of the postfix expression before <<<: k, ns::k<T, 4>, (*p), table[i], s.k, this->k, find(3).
  [[nodiscard]] std::size_t kernel_start(std::size_t open) const {
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

  // Does the ( at i follow something that it calls or indexes, as in find(3)<<<…>>>, and not `if (…)`?
  [[nodiscard]] bool is_called(std::size_t i) const {
    if (i == 0) return false;
    const Token& before = t_[i - 1];
    if (before.is("]") || before.is(">")) return true;
    if (before.is(")")) {
      const std::size_t other = opening(t_, i - 1);
      return other != npos && (other == 0 || !is_statement_word(t_[other - 1]));
    }
    return before.kind == Kind::identifier && !is_statement_word(before);
  }

  // The first > of the >>> that ends the configuration opened at `open`. Template arguments in it may end in >>> too,
  // f<g<h<int>>>(): the right one leaves as many > before it as templates are open there.
  [[nodiscard]] std::size_t configuration_end(std::size_t open) const {
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
        while (i + 1 < t_.size() && t_[i + 1].is(">")) ++i;  // >> > is one, too
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

  // NULL is a number to a template that deduces its type, and no number converts to a pointer afterwards.
  void null_arguments(std::size_t open) {
    const std::size_t close = closing(t_, open);
    if (close == npos) return;
    for (std::size_t i = open + 1; i < close; ++i) {
      const bool alone = (i == open + 1 || t_[i - 1].is(",")) && (i + 1 == close || t_[i + 1].is(","));
      if (t_[i].is("NULL") && alone) replace(t_[i].begin, t_[i].end(), "CUDA_EMULATOR_NULL");
    }
  }

  // ---- extern __shared__ T s[];  ->  T(&s)[] = *(T(*)[])dynamic_shared();
  // A reference to the block's memory, and not a pointer to it, so that &s is what it is in CUDA.
  // `static __shared__` loses its static: the macro __shared__ brings one already.
  void shared(std::size_t at) {
    std::size_t begin = at;
    while (begin > 0 && is_declaration_word(begin - 1)) {
      begin = t_[begin - 1].is(")") ? opening(t_, begin - 1) : begin - 1;
      if (begin == npos) return;
    }
    std::size_t end = at;
    bool external = false;
    for (std::size_t i = begin; i < at; ++i) external |= t_[i].says(Qualifier::extern_);
    for (; end < t_.size() && !t_[end].is(";"); ++end) {
      if (t_[end].is("{") || t_[end].is("}") || t_[end].is("=")) break;
      external |= t_[end].says(Qualifier::extern_);
    }
    if (!external) {
      for (std::size_t i = begin; i < std::min(end, t_.size()); ++i) {
        if (t_[i].is("static")) replace(t_[i].begin, t_[i].end(), "");
        // g++ takes alignas in front of a declaration only.
        if (t_[i].is("alignas") && i > at && i + 1 < t_.size() && t_[i + 1].is("(")) {
          const std::size_t close = closing(t_, i + 1);
          if (close == npos) return;
          replace(t_[begin].begin, t_[begin].begin, on_one_line(t_, i, close + 1) + ' ');
          replace(t_[i].begin, t_[close].end(), "");
        }
      }
    } else if (end < t_.size() && t_[end].is(";")) {
      dynamic_shared(begin, end);
    }
  }

  // Words that may stand before __shared__ in its declaration: extern, volatile, __align__(16), …
  [[nodiscard]] bool is_declaration_word(std::size_t i) const {
    if (t_[i].is(")")) {
      const std::size_t open = opening(t_, i);
      return open != npos && open > 0 && is_alignment(t_[open - 1]);
    }
    if (t_[i].qualifiers != 0) return true;
    for (const auto word : {"volatile", "const", "unsigned", "signed", "int", "float", "double", "char", "short",
                            "long", "__align__", "alignas"}) {
      if (t_[i].is(word)) return true;
    }
    return false;
  }
  static bool is_alignment(const Token& t) { return t.is("__align__") || t.is("alignas") || t.is("__attribute__"); }

  // A macro for qualifiers leaves what else it stands for: #define DYNAMIC extern __shared__ float.
  void add_unqualified(const Token& token, Tokens& words) const {
    if (token.qualifiers == 0) return words.push_back(token);
    const auto macro = token.says_by_macro() ? program_.macro_bodies.find(token.text) : program_.macro_bodies.end();
    if (macro == program_.macro_bodies.end()) return;
    for (const Token& part : macro->second) add_unqualified(part, words);
  }

  void dynamic_shared(std::size_t begin, std::size_t end) {
    Tokens words;  // without the qualifiers; the buffer is aligned for everything
    for (std::size_t i = begin; i < end; ++i) {
      if (is_alignment(t_[i]) && i + 1 < end && t_[i + 1].is("(")) {
        i = closing(t_, i + 1);
        if (i == npos) return;
      } else {
        add_unqualified(t_[i], words);
      }
    }
    const std::string prefix =
        survey_ && survey_->outside_functions[begin] ? "[[maybe_unused]] static thread_local " : "[[maybe_unused]] ";
    std::string text;
    std::string type;
    std::size_t from = 0;
    for (std::size_t i = 0; i <= words.size(); ++i) {
      if (i < words.size() && words[i].is("<")) {
        const std::size_t close = closing_angle(words, i);
        if (close != npos) i = close;
      }
      if (i < words.size() && !words[i].is(",")) continue;
      std::size_t name = i;  // one declarator ends here: its name is the last word before any [
      while (name > from && !(words[name - 1].kind == Kind::identifier && (name == i || words[name].is("[")))) {
        --name;
      }
      if (name == from) throw SyntaxError(t_[begin].begin, "cannot read this 'extern __shared__' declaration");
      --name;
      std::size_t base = name;  // pointer and reference signs belong to each declarator, the type to all
      while (base > from && (words[base - 1].is("*") || words[base - 1].is("&"))) --base;
      if (from == 0) type = on_one_line(words, 0, base);
      const std::string signs = on_one_line(words, base, name);
      const std::string bounds = on_one_line(words, name + 1, i);
      text += prefix + type + signs + " (&" + std::string(words[name].text) + ")" + bounds + " = *(" + type + signs +
              " (*)" + bounds + ")::cuda_emulator::dynamic_shared();";
      from = i + 1;
    }
    replace(t_[begin].begin, t_[end].end(), text);
  }

  // ---- __noinline__  ->  __attribute__((noinline)). No macro can do it: libstdc++ writes
  // __attribute__((__noinline__)).
  void noinline(std::size_t i) {
    const bool in_attribute = i > 0 && (t_[i - 1].is("(") || t_[i - 1].is(",") || t_[i - 1].is("::"));
    if (!in_attribute) replace(t_[i].begin, t_[i].end(), "__attribute__((noinline))");
  }

  // ---- __global__ void __cluster_dims__(2, 1, 1) k() {  ->  {::cuda_emulator::needs_cluster(2, 1, 1);
  // The word itself is a macro for nothing.
  void cluster(std::size_t i) {
    if (!survey_ || i + 1 >= t_.size() || !t_[i + 1].is("(")) return;
    const std::size_t close = closing(t_, i + 1);
    if (close == npos) return;
    for (const Function& f : survey_->functions) {
      if (!f.global || f.body_end == 0 || i < f.head_begin || i > f.body_begin) continue;
      replace(t_[f.body_begin].end(), t_[f.body_begin].end(),
              "::cuda_emulator::needs_cluster" + on_one_line(t_, i + 1, close + 1) + ";");
    }
  }

  // ---- while (waiting) ;  ->  while (waiting) ::cuda_emulator::relax();
  // A thread that spins has to let the others run: they share its OS thread. Loops whose condition reads an atomic or
  // a volatile get the call in front of their body.
  void loop(std::size_t i) {
    if (i + 1 >= t_.size() || !t_[i + 1].is("(") || ends_do_loop(i) || in_constant_function(i)) return;
    const std::size_t close = closing(t_, i + 1);
    if (close == npos || close + 1 >= t_.size()) return;
    if (t_[i].is("for") && !t_[close - 1].is(";")) return;  // it has a step, so it counts and does not wait
    body(close + 1, i + 1, close);
  }

  void do_loop(std::size_t i) {
    if (i + 1 >= t_.size() || !t_[i + 1].is("{") || in_constant_function(i)) return;
    const std::size_t close = closing(t_, i + 1);
    if (close == npos || close + 2 >= t_.size() || !t_[close + 1].is("while") || !t_[close + 2].is("(")) return;
    const std::size_t end = closing(t_, close + 2);
    if (end == npos) return;
    body(i + 1, close + 2, end);
  }

  void body(std::size_t first, std::size_t condition_begin, std::size_t condition_end) {
    const std::string call = "::cuda_emulator::relax();";
    if (t_[first].is(";")) {
      replace(t_[first].begin, t_[first].end(), call);
    } else if (t_[first].is("{")) {
      const std::size_t close = closing(t_, first);
      if (close == npos) return;
      const bool endless = condition_end == condition_begin + 1 || t_[condition_end - 1].is(";") ||
                           (condition_end == condition_begin + 2 &&
                            (t_[condition_begin + 1].is("true") || t_[condition_begin + 1].is("1")));
      const bool waits =
          close == first + 1 || observes(condition_begin, condition_end) || (endless && observes(first, close));
      if (waits && !has_barrier(first, close)) replace(t_[first].end(), t_[first].end(), call);
    }
  }

  // Does [begin, end) read what other threads change: an atomic operation, an acquire, a volatile?
  [[nodiscard]] bool observes(std::size_t begin, std::size_t end) const {
    return std::any_of(at(begin), at(end), [&](const Token& t) {
      return t.kind == Kind::identifier && (t.text.starts_with("atomic") || contains(t.text, "acquire") ||
                                            t.is("volatile") || volatile_names_.contains(t.text));
    });
  }
  [[nodiscard]] bool has_barrier(std::size_t begin, std::size_t end) const {
    return std::any_of(at(begin), at(end), [](const Token& t) {
      return t.text.starts_with("__sync") || t.is("sync") || contains(t.text, "_sync") || t.is("__nanosleep");
    });
  }

  [[nodiscard]] bool ends_do_loop(std::size_t i) const {
    if (!t_[i].is("while") || i == 0) return false;
    if (t_[i - 1].is("}")) {
      const std::size_t open = opening(t_, i - 1);
      return open == npos || open == 0 || t_[open - 1].is("do");  // npos: the rest of a macro's do
    }
    if (!t_[i - 1].is(";")) return false;
    int depth = 0;  // do statement; while (…): the do is in the same block, close by
    for (std::size_t k = i - 1; k-- > 0 && depth >= 0;) {
      depth += t_[k].is(")") - t_[k].is("(");
      if (depth == 0 && (t_[k].is(";") || t_[k].is("{") || t_[k].is("}"))) return false;
      if (depth == 0 && t_[k].is("do")) return true;
    }
    return false;
  }

  [[nodiscard]] bool in_constant_function(std::size_t i) const {
    return survey_ && survey_->owner[i] >= 0 &&
           survey_->functions[static_cast<std::size_t>(survey_->owner[i])].constant;
  }

  void find_volatile_names() {
    for (std::size_t i = 0; i < t_.size(); ++i) {
      if (!t_[i].is("volatile") || (i > 0 && t_[i - 1].text.starts_with("asm"))) continue;
      for (std::size_t k = i + 1; k + 1 < t_.size() && k < i + 8; ++k) {
        const Token& after = t_[k + 1];
        const bool ends = after.is(";") || after.is(",") || after.is("[") || after.is("=") || after.is(")");
        if (t_[k].kind == Kind::identifier && ends) volatile_names_.emplace(t_[k].text);
        if (ends || t_[k].is(")")) break;
      }
    }
  }

  // ---- asm("ptx" : "=r"(x) : "r"(y))
  //   ->  ptx([]() -> const char* { return "ptx"; }, ptx_output("", "=r", x), ptx_input("", "r", y))
  void inline_ptx(std::size_t i) {
    std::size_t open = i + 1;
    while (open < t_.size() && (t_[open].is("volatile") || t_[open].is("__volatile__"))) ++open;
    if (open + 1 >= t_.size() || !t_[open].is("(")) return;
    const std::size_t close = closing(t_, open);
    if (close == npos) return;
    std::size_t end = open + 1;  // of the text
    while (end < close && !t_[end].is(":") && !t_[end].is("::")) ++end;
    if (!is_ptx(i, open + 1, end)) return;
    if (const std::string unknown = unknown_instruction(open + 1, end); !unknown.empty()) {
      replace(t_[i].begin, t_[close].end(), "::cuda_emulator::inline_ptx_" + unknown + "()");
      return;
    }
    replace(t_[i].begin, t_[open + 1].begin, "::cuda_emulator::ptx([]() -> const char* { return ");
    std::string before = "; }";  // what goes in front of the next operand
    std::size_t from = t_[end - 1].end();
    int section = 0;
    std::string name;
    for (std::size_t k = end; k < close && section < 3; ++k) {
      if (t_[k].is(":") || t_[k].is("::")) {
        section += t_[k].is(":") ? 1 : 2;
      } else if (t_[k].is("[") && k + 2 < close) {
        name = t_[k + 1].text;
        k += 2;
      } else if (t_[k].kind == Kind::text && section < 3) {
        const std::size_t first = k;
        while (k + 1 < close && !t_[k + 1].is("(")) ++k;
        const std::size_t operand = k + 1;
        if (operand >= close) return;
        replace(from, t_[operand].end(),
                before + ", ::cuda_emulator::ptx_" + (section == 1 ? "output(\"" : "input(\"") + name + "\", " +
                    on_one_line(t_, first, operand) + ", ");
        k = closing(t_, operand);
        if (k == npos) return;
        from = t_[k].end();  // the operand's own ) stays
        before.clear();
        name.clear();
      }
    }
    replace(from, t_[close].begin, before);  // the registers that are overwritten need no mention
  }

  // Assembly of a device function is PTX; where a macro may hide __device__, it is PTX if it looks so: its opcodes have
  // points. An empty text only orders memory, for any compiler.
  [[nodiscard]] bool is_ptx(std::size_t i, std::size_t begin, std::size_t end) const {
    bool empty = true, points = false;
    for (std::size_t k = begin; k < end; ++k) {
      empty &= t_[k].is("\"\"");
      points |= t_[k].kind == Kind::text && contains(t_[k].text, ".") && !contains(t_[k].text, ".byte");
    }
    if (empty) return false;
    if (!survey_ || survey_->owner[i] < 0) return points;
    const Function& f = survey_->functions[static_cast<std::size_t>(survey_->owner[i])];
    return f.device || f.global || (points && !f.host);
  }

  // An instruction in plain text that the emulator does not know, as a word; empty if it knows them all.
  [[nodiscard]] std::string unknown_instruction(std::size_t begin, std::size_t end) const {
    std::string text;
    for (std::size_t k = begin; k < end; ++k) {
      if (t_[k].kind != Kind::text || t_[k].text.size() < 2) return {};
      text += t_[k].text.substr(1, t_[k].text.size() - 2);
    }
    for (const auto layout : {"\\n", "\\t", "\\r"}) {
      for (std::size_t at; (at = text.find(layout)) != npos;) text.replace(at, 2, layout[1] == 'n' ? "\n" : " ");
    }
    std::size_t at = 0;
    while (at < text.size()) {
      std::size_t stop = std::min(text.find(';', at), text.size());
      std::string_view statement = std::string_view(text).substr(at, stop - at);
      at = stop + 1;
      const auto skip = [&](std::string_view these) {
        const std::size_t first = statement.find_first_not_of(these);
        statement.remove_prefix(first == npos ? statement.size() : first);
      };
      skip(" \n{}");
      while (statement.starts_with("//")) {
        statement.remove_prefix(std::min(statement.find('\n'), statement.size()));
        skip(" \n{}");
      }
      if (const std::size_t colon = statement.find(':');
          colon != npos && colon < statement.find_first_of(" .\n") && !statement.substr(colon).starts_with("::")) {
        statement.remove_prefix(colon + 1);
        skip(" \n{}");
      }
      if (statement.starts_with("@")) {
        statement.remove_prefix(std::min(statement.find_first_of(" \n"), statement.size()));
        skip(" \n");
      }
      if (statement.empty() || statement.front() == '.' || statement.starts_with("/*")) continue;
      const std::string_view word = statement.substr(0, statement.find_first_of(". \n;:"));
      const bool known = std::find(ptx_instructions.begin(), ptx_instructions.end(), word) != ptx_instructions.end();
      const bool plain = std::all_of(word.begin(), word.end(),
                                     [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); });
      if (!known && plain) return std::string(word);
    }
    return {};
  }

  // ---- (void*)k, reinterpret_cast<const void*>(k): the kernel's address, which the runtime has to know how to call.
  void kernel_cast(std::size_t i) {
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
    while (name + 2 < t_.size() &&
           (t_[name].is("::") || (t_[name].kind == Kind::identifier && t_[name + 1].is("::")))) {
      ++name;
    }
    if (name >= t_.size() || t_[name].kind != Kind::identifier || !program_.is_kernel_outside_of_classes(t_[name].text))
      return;
    std::size_t last = name;
    if (last + 1 < t_.size() && t_[last + 1].is("<")) last = closing_angle(t_, last + 1);
    if (last == npos || (last + 1 < t_.size() && t_[last + 1].is("("))) return;
    replace(t_[begin].begin, t_[begin].begin, "::cuda_emulator::kernel_handle(");
    replace(t_[last].end(), t_[last].end(), ")");
    if (operand > i + 3 && t_[begin - 1].is("&")) replace(t_[begin - 1].begin, t_[begin - 1].end(), "");
  }

  // Replaces text; the newlines of what goes are kept behind it (in a macro each with its backslash).
  void replace(std::size_t begin, std::size_t end, std::string text) {
    for (std::size_t i = begin; i < end; ++i) {
      if (file_.text[i] == '\n') text += survey_ ? "\n" : " \\\n";
    }
    edits_.push_back({begin, end, std::move(text)});
  }

  [[nodiscard]] Tokens::const_iterator at(std::size_t i) const { return t_.begin() + static_cast<std::ptrdiff_t>(i); }

  const SourceFile& file_;
  const Tokens& t_;
  const Survey* survey_;  // null in a macro
  const Program& program_;
  std::vector<Edit>& edits_;
  std::set<std::string, std::less<>> volatile_names_;
};

}  // namespace

std::vector<Edit> rewrite(const SourceFile& file, const Survey& survey, const Program& program) {
  std::vector<Edit> edits;
  Rewriter(file, file.code, &survey, program, edits).run();
  name_calls_of_printing(file, survey, edits);
  mark_device_code(file, survey, program, edits);
  give_launch_text_back(file, program, edits);
  for (const Macro& macro : file.macros) {
    std::vector<Edit> own;
    try {
      if (!is_configuration(macro)) Rewriter(file, macro.body, nullptr, program, own).run();
    } catch (const SyntaxError&) {
      continue;  // a piece of a launch: an error for the compiler, and only where the macro is used
    }
    if (is_configuration(macro)) {
      own.push_back({macro.body.front().begin, macro.body.front().end(), ""});
      own.push_back({(macro.body.end() - 3)->begin, macro.body.back().end(), ""});
    }
    edits.insert(edits.end(), own.begin(), own.end());
  }
  return edits;
}

std::vector<Edit> with_own_variables(const SourceFile& file, const Survey& survey, const Program& program,
                                     std::vector<Edit> edits) {
  for (const Declaration& d : survey.declarations) {
    const bool external =
        std::any_of(d.names.begin(), d.names.end(), [&](const std::string& n) { return program.external.contains(n); });
    if (external) continue;
    const std::size_t begin = file.code[d.begin].begin;
    std::size_t k = d.begin;
    while (!file.code[k].is(";") && !file.code[k].says(Qualifier::constant)) ++k;
    // A GPU's kernel stores to a variable even where nothing in the program reads it.
    edits.push_back({begin, begin, file.code[k].is(";") ? "[[gnu::used]] static " : "static "});
  }
  return edits;
}

std::string with_edits(const std::string& text, std::vector<Edit> edits) {
  std::stable_sort(edits.begin(), edits.end(), [](const Edit& a, const Edit& b) { return a.begin < b.begin; });
  std::string out;
  std::size_t from = 0;
  for (const Edit& edit : edits) {
    if (edit.begin < from) continue;  // inside of a replaced piece: a launch in a kernel's name cannot be
    out.append(text, from, edit.begin - from).append(edit.text);
    from = edit.end;
  }
  return out.append(text, from);
}

}  // namespace cu2cpp
