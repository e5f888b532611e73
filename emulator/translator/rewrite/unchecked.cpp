#include "rewrite/unchecked.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <set>

#include "rewrite/token_rewriter.hpp"

namespace cu2cpp {
namespace {

constexpr std::size_t most_text = 200;

// Does a statement begin at i? Not after a label: the same colon may belong to a conditional operator.
bool is_first_word(const Tokens& t, std::size_t i) {
  if (i == 0) return false;
  const Token& before = t[i - 1];
  if (before.is(";") || before.is("{") || before.is("}") || before.is("else") || before.is("do")) return true;
  if (!before.is(")")) return false;
  const std::size_t open = opening(t, i - 1);
  if (open == npos || open == 0) return false;
  const Token& word = t[open - 1];
  return word.is("if") || word.is("for") || word.is("while") || word.is("constexpr");
}

// cudaMalloc, cublasCreate, but neither cuda_helper nor curand_uniform.
bool is_call_of_runtime(const Token& name) {
  if (name.kind != Kind::identifier) return false;
  constexpr std::array<std::string_view, 6> libraries = {"cuda", "cublas", "cufft", "curand", "cusolver", "cusparse"};
  return std::any_of(libraries.begin(), libraries.end(), [&](std::string_view library) {
    return name.text.size() > library.size() && name.text.starts_with(library) &&
           std::isupper(static_cast<unsigned char>(name.text[library.size()])) != 0;
  });
}

bool is_type_of_status(const Token& type) {
  constexpr std::array<std::string_view, 9> types = {"cudaError_t",    "cudaError",        "auto",
                                                     "cublasStatus_t", "cufftResult",      "cufftResult_t",
                                                     "curandStatus_t", "cusolverStatus_t", "cusparseStatus_t"};
  return std::find(types.begin(), types.end(), type.text) != types.end();
}

// Does the function assign only statuses to the variable at `use`, which it declares, and never read it?
bool is_never_looked_at(const Tokens& t, const Function& in, std::size_t use) {
  bool declared = false;
  for (std::size_t i = in.parameters_begin; i < in.body_end; ++i) {
    if (t[i].text != t[use].text || t[i].kind != Kind::identifier) continue;
    const bool here = is_type_of_status(t[i - 1]) && (t[i + 1].is(";") || t[i + 1].is("=")) && i > in.body_begin;
    const bool set = t[i + 1].is("=") && (here || is_first_word(t, i));
    declared |= here;
    if (!here && !set) return false;
  }
  return declared;
}

// One argument of a configuration, and how it was computed.
class Origin {
 public:
  Origin(const SourceFile& file, const Tokens& t, const Survey* survey) : file_(file), t_(t), survey_(survey) {}

  // The argument's text, or the expression that its variable was set to.
  std::string text(std::size_t begin, std::size_t end) {
    if (survey_ && end == begin + 1 && t_[begin].kind == Kind::identifier) {
      const std::size_t definition = last_definition(begin);
      if (definition != npos) {
        const std::size_t last = end_of_definition(definition);
        add_names(definition + 1, last);
        return on_one_line(t_, definition, last);
      }
    }
    add_names(begin, end);
    return on_one_line(t_, begin, end);
  }
  [[nodiscard]] std::string numbers() const {
    std::string list;
    for (const std::string_view name : names_) {
      if (!list.empty()) list += ", ";
      list += "{" + as_literal(std::string(name)) + ", ::cuda_emulator::number(" + std::string(name) + ")}";
    }
    return list;
  }

 private:
  // Where the variable was last set in the launch's own block or an enclosing one: names that are visible there are
  // visible at the launch too. npos: not found, or a lambda is in between, which may not have these names.
  [[nodiscard]] std::size_t last_definition(std::size_t use) const {
    const int owner = survey_->owner[use];
    if (owner < 0 || times_set(use) != 1) return npos;
    for (std::size_t i = use; i-- > 1 && survey_->owner[i] == owner;) {
      if (t_[i].is("}") || t_[i].is(")")) {
        i = opening(t_, i);
        if (i == npos) return npos;
        continue;
      }
      if (t_[i].is("{") && (t_[i - 1].is("]") || (t_[i - 1].is(")") && is_lambda(i - 1)))) return npos;
      if (t_[i].text != t_[use].text || t_[i].kind != Kind::identifier || !file_.certain[i]) continue;
      if (t_[i - 1].is(".") || t_[i - 1].is("->") || t_[i - 1].is("::")) continue;
      const bool declared = t_[i - 1].kind == Kind::identifier && !t_[i - 1].is("return");
      const bool value = t_[i + 1].is("=") || (declared && (t_[i + 1].is("(") || t_[i + 1].is("{")));
      if (value) return end_of_definition(i) == npos ? npos : i;
    }
    return npos;
  }
  // How often the function sets the variable: one that changes says little about its value at the launch.
  [[nodiscard]] unsigned times_set(std::size_t use) const {
    const Function& in = *survey_->around(use);
    unsigned times = 0;
    for (std::size_t i = in.body_begin + 1; i + 2 < in.body_end; ++i) {
      if (t_[i].text != t_[use].text || t_[i].kind != Kind::identifier) continue;
      const Token &before = t_[i - 1], &next = t_[i + 1];
      const bool declared = before.kind == Kind::identifier && !before.is("return");
      const std::string_view op = next.text;
      const bool compound = op.size() > 1 && op.back() == '=' && op != "==" && op != "!=" && op != "<=" && op != ">=";
      const bool steps = next.is("++") || next.is("--") || before.is("++") || before.is("--") || before.is("&");
      times += next.is("=") || (declared && (next.is("(") || next.is("{"))) ? 1 : 0;
      times += compound || steps || next.is(".") ? 2 : 0;
    }
    return times;
  }
  [[nodiscard]] bool is_lambda(std::size_t close) const {
    const std::size_t open = opening(t_, close);
    return open != npos && open > 0 && t_[open - 1].is("]");
  }
  // After its last token: at a comma or a semicolon.
  [[nodiscard]] std::size_t end_of_definition(std::size_t name) const {
    for (std::size_t i = name + 1; i < t_.size() && i < name + 60; ++i) {
      if (t_[i].is("(") || t_[i].is("[") || t_[i].is("{")) {
        i = closing(t_, i);
        if (i == npos) return npos;
      } else if (t_[i].is(",") || t_[i].is(";")) {
        return i;
      }
    }
    return npos;
  }

  // Variables that are numbers there, as far as the source shows.
  void add_names(std::size_t begin, std::size_t end) {
    constexpr std::array<std::string_view, 16> words = {"int",    "unsigned", "long",   "short",   "float", "double",
                                                        "size_t", "dim3",     "sizeof", "char",    "bool",  "auto",
                                                        "const",  "true",     "false",  "decltype"};
    for (std::size_t i = begin; i < end; ++i) {
      if (t_[i].is("<") || t_[i].is("{") || t_[i].is("[")) return;  // types, lambdas
      if (t_[i].is("sizeof") && t_[i + 1].is("(")) {
        i = closing(t_, i + 1);
        if (i == npos) return;
        continue;
      }
      if (t_[i].kind != Kind::identifier || std::find(words.begin(), words.end(), t_[i].text) != words.end()) continue;
      const Token& next = t_[i + 1];
      if (next.is("(") || next.is("::") || next.is(".") || next.is("->") || next.is("[") || next.is("<")) continue;
      if (next.kind == Kind::identifier) return;  // probably a type
      if (i > 0 && (t_[i - 1].is(".") || t_[i - 1].is("->") || t_[i - 1].is("::"))) continue;
      const bool cast = i > 0 && t_[i - 1].is("(") && next.is(")") && i + 2 < end &&
                        (t_[i + 2].kind != Kind::punctuation || t_[i + 2].is("("));
      if (!cast && names_.size() < 8) names_.insert(t_[i].text);
    }
  }

  const SourceFile& file_;
  const Tokens& t_;
  const Survey* survey_;
  std::set<std::string_view> names_;
};

}  // namespace

void mark_unchecked_calls(const SourceFile& file, const Survey& survey, const Program& program,
                          std::vector<Edit>& edits) {
  const Tokens& t = file.code;
  for (std::size_t i = 1; i + 1 < t.size(); ++i) {
    if (!is_call_of_runtime(t[i]) || !survey.around(i)) continue;
    if (program.macros.contains(t[i].text)) continue;  // cudaCheckErrors("copy"), which may be a statement and no call
    const Function& in = *survey.around(i);
    if (in.global || in.device) continue;
    const std::size_t begin = t[i - 1].is("::") ? i - 1 : i;
    const bool kept = begin > 2 && t[begin - 1].is("=") && t[begin - 2].kind == Kind::identifier &&
                      is_never_looked_at(t, in, begin - 2);
    if (!kept && !is_first_word(t, begin)) continue;
    std::size_t open = i + 1;
    if (t[open].is("<")) {
      const std::size_t angle = closing_angle(t, open);
      if (angle == npos) continue;
      open = angle + 1;
    }
    const std::size_t close = open < t.size() && t[open].is("(") ? closing(t, open) : npos;
    if (close == npos || close + 1 >= t.size() || !t[close + 1].is(";")) continue;
    std::string text = on_one_line(t, i, close + 1);
    if (text.size() > most_text) text = text.substr(0, most_text) + " ...";
    if (kept) edits.push_back({t[begin].begin, t[begin].begin, "::cuda_emulator::kept("});
    edits.push_back(
        {t[close].end(), t[close].end(), ", ::cuda_emulator::unchecked(" + as_literal(text) + (kept ? "))" : ")")});
  }
}

std::string launched_at(const SourceFile& file, const Tokens& t, const Survey* survey, const std::string& name,
                        std::size_t begin, std::size_t end) {
  // A macro's parameters are not known here, nor is a name that a lambda with explicit captures may not have.
  if (!survey || begin == end) return "::cuda_emulator::launched(" + name + ", {})";
  Origin origin(file, t, survey);
  std::vector<std::string> texts;
  std::size_t first = begin;
  for (std::size_t i = begin; i <= end && texts.size() < 2; ++i) {
    if (i < end && (t[i].is("(") || t[i].is("[") || t[i].is("{"))) {
      i = closing(t, i);
      if (i == npos || i >= end) break;
    } else if (i == end || t[i].is(",")) {
      std::string text = origin.text(first, i);
      if (text.size() > most_text) text.clear();
      texts.push_back(as_literal(text));
      first = i + 1;
    }
  }
  texts.resize(2, "\"\"");
  return "::cuda_emulator::launched(" + name + ", {" + texts[0] + ", " + texts[1] + "}, {" + origin.numbers() + "})";
}

}  // namespace cu2cpp
