#include "rewrite/module.hpp"

#include <string>

namespace cu2cpp {

namespace {

// The parameters as they are, without default arguments: the type that selects one of several overloads.
std::string parameters(const SourceFile& file, const Function& f) {
  std::string text;
  int depth = 0;
  bool is_default = false;
  for (std::size_t i = f.parameters_begin; i <= f.parameters_end; ++i) {
    const Token& token = file.code[i];
    if (token.is("(") || token.is("{") || token.is("[")) ++depth;
    if (token.is(")") || token.is("}") || token.is("]")) --depth;
    if (depth == 0 || (depth == 1 && token.is(","))) is_default = false;
    if (depth == 1 && token.is("=")) is_default = true;
    if (!is_default) text += std::string(token.text) + ' ';
  }
  return text;
}

}  // namespace

void register_kernels(const SourceFile& file, const Survey& survey, std::vector<Edit>& edits) {
  for (const Function& f : survey.functions) {
    const bool is_template = file.code[f.head_begin].is("template");
    if (!f.global || f.member || is_template || f.body_end <= f.body_begin) continue;
    const std::size_t after = file.code[f.body_end].end();
    const std::string known = "module_kernel_" + f.name + '_' + std::to_string(file.code[f.name_at].begin);
    edits.push_back({after, after,
                     " [[maybe_unused]] static void* const " + known +
                         " = ::cuda_emulator::module_kernel(static_cast<void (*)" + parameters(file, f) + ">(&" +
                         f.name + "));"});
  }
}

}  // namespace cu2cpp
