#include "rewrite/division.hpp"

#include <string>

namespace cu2cpp {

std::vector<Edit> with_divisions(const SourceFile& file, const CodeSides& sides, bool by_literals,
                                 std::vector<Edit> edits) {
  const Tokens& t = file.code;
  for (std::size_t i = 1; i + 1 < t.size(); ++i) {
    const bool device = sides[i] == Side::device, both = sides[i] == Side::both;
    if ((!device && !both) || t[i - 1].is("operator")) continue;
    if (!by_literals && t[i + 1].kind == Kind::number && !t[i + 1].is("0")) continue;
    const std::string quotient = both ? " ::cuda_emulator::quotient_of_both " : " ::cuda_emulator::quotient ";
    if (t[i].is("/")) edits.push_back({t[i].end(), t[i].end(), quotient + '*'});
    if (t[i].is("/=")) edits.push_back({t[i].end(), t[i].end(), quotient + '='});
  }
  return edits;
}

}  // namespace cu2cpp
