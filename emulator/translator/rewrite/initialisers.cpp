#include "rewrite/initialisers.hpp"

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

}  // namespace cu2cpp
