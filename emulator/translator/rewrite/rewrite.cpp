#include "rewrite/rewrite.hpp"

#include <algorithm>

#include "rewrite/contraction.hpp"
#include "rewrite/dropped_results.hpp"
#include "rewrite/initialisers.hpp"
#include "rewrite/inline_ptx.hpp"
#include "rewrite/launch_text.hpp"
#include "rewrite/launches.hpp"
#include "rewrite/print_order.hpp"
#include "rewrite/shared_variables.hpp"
#include "rewrite/spin_loops.hpp"
#include "rewrite/unchecked.hpp"

namespace cu2cpp {
namespace {

class Rewriter : TokenRewriter {
 public:
  Rewriter(const SourceFile& file, const Tokens& tokens, const Survey* survey, const Program& program,
           std::vector<Edit>& edits)
      : TokenRewriter(file, tokens, survey, program, edits),
        launches_(file, tokens, survey, program, edits),
        shared_(file, tokens, survey, program, edits),
        loops_(file, tokens, survey, program, edits),
        ptx_(file, tokens, survey, program, edits) {}

  void run() {
    loops_.find_volatile_names();
    for (std::size_t i = 0; i < t_.size(); ++i) {
      if (t_[i].is("<<<")) launches_.launch(i);
      if (program_.configurations.contains(t_[i].text)) launches_.launch_by_macro(i);
      if (t_[i].says(Qualifier::shared)) shared_.shared(i);
      if (t_[i].is("__noinline__")) noinline(i);
      if (t_[i].is("__cluster_dims__")) launches_.cluster(i);
      if (t_[i].is("while") || t_[i].is("for")) loops_.loop(i);
      if (t_[i].is("do")) loops_.do_loop(i);
      if (t_[i].is("asm") || t_[i].is("__asm__")) ptx_.inline_ptx(i);
      if (t_[i].is("void")) launches_.kernel_cast(i);
    }
    for (std::size_t f = 0; survey_ && f < survey_->functions.size(); ++f) {
      launches_.set_apart(survey_->functions[f]);
      launches_.launch_bounds(survey_->functions[f]);
    }
  }

 private:
  // ---- __noinline__  ->  __attribute__((noinline)). A macro cannot do this: libstdc++ writes
  // __attribute__((__noinline__)).
  void noinline(std::size_t i) {
    const bool in_attribute = i > 0 && (t_[i - 1].is("(") || t_[i - 1].is(",") || t_[i - 1].is("::"));
    if (!in_attribute) replace(t_[i].begin, t_[i].end(), "__attribute__((noinline))");
  }

  Launches launches_;
  SharedVariables shared_;
  SpinLoops loops_;
  InlinePtx ptx_;
};

}  // namespace

std::vector<Edit> rewrite(const SourceFile& file, const Survey& survey, const Program& program) {
  std::vector<Edit> edits;
  Rewriter(file, file.code, &survey, program, edits).run();
  name_calls_of_printing(file, survey, edits);
  mark_dropped_results(file, survey, edits);
  mark_device_code(file, survey, program, edits);
  require_constants(file, survey, edits);
  limit_constants(file, survey, edits);
  if (program.unchecked) mark_unchecked_calls(file, survey, program, edits);
  give_launch_text_back(file, program, edits);
  for (const Macro& macro : file.macros) {
    std::vector<Edit> own;
    try {
      if (!is_configuration(macro)) Rewriter(file, macro.body, nullptr, program, own).run();
    } catch (const SyntaxError&) {
      continue;  // a part of a launch: an error for the compiler, and only where the macro is used
    }
    if (is_configuration(macro)) {
      own.push_back({macro.body.front().begin, macro.body.front().end(), ""});
      own.push_back({(macro.body.end() - 3)->begin, macro.body.back().end(), ""});
    }
    edits.insert(edits.end(), own.begin(), own.end());
  }
  return edits;
}

std::vector<Edit> with_own_variables(const SourceFile& file, const Survey& survey, std::vector<Edit> edits) {
  for (const Declaration& d : survey.declarations) {
    const std::size_t begin = file.code[d.begin].begin;
    std::size_t k = d.begin;
    while (!file.code[k].is(";") && !file.code[k].says(Qualifier::constant)) ++k;
    // A GPU's kernel stores to a variable even if nothing in the program reads it.
    edits.push_back({begin, begin, file.code[k].is(";") ? "[[gnu::used]] static " : "static "});
    for (k = d.begin; d.external && k < d.end; ++k) {
      if (file.code[k].is("extern")) edits.push_back({file.code[k].begin, file.code[k].end(), ""});
    }
  }
  return edits;
}

namespace {
void sort_edits(std::vector<Edit>& edits) {
  std::stable_sort(edits.begin(), edits.end(), [](const Edit& a, const Edit& b) { return a.begin < b.begin; });
}
}  // namespace

void check_edits(std::vector<Edit> edits) {
  sort_edits(edits);
  std::size_t from = 0;
  for (const Edit& edit : edits) {
    if (edit.begin < from) throw SyntaxError(edit.begin, "two rewrites overlap here: split it into two statements");
    from = edit.end;
  }
}

std::string with_edits(const std::string& text, std::vector<Edit> edits) {
  sort_edits(edits);
  std::string out;
  std::size_t from = 0;
  for (const Edit& edit : edits) {
    out.append(text, from, edit.begin - from).append(edit.text);
    from = edit.end;
  }
  return out.append(text, from);
}

}  // namespace cu2cpp
