#include "rewrite/fast_math.hpp"

#include "read/code_sides.hpp"
#include "rewrite/contraction.hpp"
#include "rewrite/division.hpp"

namespace cu2cpp {
std::vector<Edit> with_fast_math(const SourceFile& file, const Survey& survey, const Program& program,
                                 std::vector<Edit> edits) {
  const Tokens& t = file.code;
  const CodeSides sides(file, survey, program);
  mark_device_code(file, survey, program, edits, true);
  edits = with_divisions(file, sides, true, std::move(edits));
  for (std::size_t i = 3; i + 1 < t.size(); ++i) {
    const bool device = sides[i] == Side::device, both = sides[i] == Side::both;
    if ((!device && !both) || t[i - 1].is("operator")) continue;
    const bool root = t[i].is("sqrt") || t[i].is("sqrtf");
    if (!root || !t[i + 1].is("(") || t[i - 1].is(".") || t[i - 1].is("->")) continue;
    std::size_t first = i;
    if (t[i - 1].is("::")) {
      const bool standard = t[i - 2].is("std");
      if (t[i - 2].kind == Kind::identifier && !standard && !t[i - 2].is("return")) continue;  // another's
      first = standard ? i - 2 : i - 1;
    }
    // A division by a root becomes a multiplication by the reciprocal root.
    const bool divides = t[first - 1].is("/");
    edits.push_back(
        {t[first].begin, t[i].end(), divides ? "::cuda_emulator::root_below" : "::cuda_emulator::fast_root"});
  }
  return edits;
}

}  // namespace cu2cpp
