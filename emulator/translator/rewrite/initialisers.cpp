#include "rewrite/initialisers.hpp"

#include <string>

namespace cu2cpp {

void require_constants(const SourceFile& file, const Survey& survey, std::vector<Edit>& edits) {
  const Tokens& t = file.code;
  for (const Range& d : survey.device_definitions) {
    std::size_t place = npos;
    bool value = false, doubtful = false, function = false;
    for (std::size_t i = d.begin; i < d.end; ++i) {
      // int (*f)(int) = g; g++ takes the word for one of what such a function returns.
      function |= !value && t[i].is("(") && t[i + 1].is("*");
      const bool qualifier = t[i].qualifiers != 0 && !t[i].says(Qualifier::static_);
      if (qualifier && place == npos) place = i;
      value |= t[i].is("=") || (t[i].is("(") && i > d.begin && t[i - 1].kind == Kind::identifier) ||
               (t[i].is("{") && t[i - 1].kind == Kind::identifier);
      doubtful |= value && t[i].kind == Kind::identifier;
      if (t[i].is("(") && i > d.begin && t[i - 1].kind == Kind::identifier) doubtful = true;
    }
    if (value && doubtful && !function && place != npos && file.certain[place]) {
      edits.push_back({t[place].end(), t[place].end(), " CUDA_EMULATOR_CONSTANT"});
    }
  }
}

namespace {

// [4][8]: at most 1024 elements.
bool is_small(const Tokens& t, std::size_t bracket) {
  unsigned long elements = 1;
  for (; t[bracket].is("["); bracket += 3) {
    const std::string length(t[bracket + 1].text);
    if (!t[bracket + 2].is("]") || length.size() > 4 || length.find_first_not_of("0123456789") != npos) return false;
    elements *= std::stoul(length);
  }
  return elements <= 1024;
}

}  // namespace

// Constant memory has 64 KB, and nvcc's assembler refuses a file that declares more.
void limit_constants(const SourceFile& file, const Survey& survey, std::vector<Edit>& edits) {
  const Tokens& t = file.code;
  for (const Range& d : survey.device_definitions) {
    if (!t[d.end].is(";") || (d.begin > 0 && t[d.begin - 1].is(">"))) continue;
    for (const Variable& v : survey.device_variables) {
      const bool here = v.constant && v.name_at > d.begin && v.name_at < d.end && file.certain[v.name_at];
      if (!here || !t[v.name_at + 1].is("[") || t[v.name_at + 2].is("]")) continue;
      bool defined = true;
      for (std::size_t i = d.begin; i < v.name_at; ++i) defined &= !t[i].is("extern") && !t[i].is("template");
      if (!defined || is_small(t, v.name_at + 1)) continue;
      edits.push_back({t[d.end].end(), t[d.end].end(),
                       " static_assert(sizeof(" + v.name +
                           ") <= 65536, \"too much __constant__ memory: a file has at most 65536 bytes\");"});
    }
  }
}

}  // namespace cu2cpp
