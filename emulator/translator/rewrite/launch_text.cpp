#include "rewrite/launch_text.hpp"

#include <set>
#include <string>

namespace cu2cpp {
namespace {

// The macros that get a launch as an argument somewhere, directly or through another macro.
std::set<std::string, std::less<>> macros_given_launches(const Program& program) {
  std::set<std::string, std::less<>> found;
  std::vector<std::string> waiting(program.given_launches.begin(), program.given_launches.end());
  while (!waiting.empty()) {
    const std::string name = waiting.back();
    waiting.pop_back();
    const auto words = program.macro_words.find(name);
    if (!program.macros.contains(name) || !found.insert(name).second || words == program.macro_words.end()) continue;
    waiting.insert(waiting.end(), words->second.begin(), words->second.end());
  }
  return found;
}

}  // namespace

void give_launch_text_back(const SourceFile& file, const Program& program, std::vector<Edit>& edits) {
  if (program.given_launches.empty()) return;
  const std::set<std::string, std::less<>> concerned = macros_given_launches(program);
  for (const Macro& macro : file.macros) {
    if (!concerned.contains(macro.name)) continue;
    const Tokens& t = macro.body;
    const auto is_literal = [&](std::size_t i) {
      return i < t.size() && t[i].kind == Kind::text && t[i].text.front() == '"';
    };
    const auto is_made_text = [&](std::size_t i) {
      return i + 1 < t.size() && t[i].is("#") &&
             (macro.parameters.contains(t[i + 1].text) || t[i + 1].is("__VA_ARGS__"));
    };
    // A name after a literal is a macro; before it, it may also be a keyword such as return.
    const auto is_text = [&](std::size_t i, bool behind_text) {
      if (is_literal(i)) return true;
      if (i >= t.size() || t[i].kind != Kind::identifier) return false;
      const bool named = t[i].is("__FILE__") || macro.parameters.contains(t[i].text);
      return behind_text || (named && (is_literal(i + 1) || is_made_text(i + 1)));
    };
    for (std::size_t i = 0; i < t.size();) {
      // Adjacent literals are one string, so they are replaced together.
      std::size_t end = i;
      bool made = false;
      while (is_text(end, end > i) || is_made_text(end)) {
        made |= t[end].is("#");
        end += t[end].is("#") ? 2 : 1;
      }
      if (made) {
        edits.push_back({t[i].begin, t[i].begin, "::cuda_emulator::launch_text("});
        edits.push_back({t[end - 1].end(), t[end - 1].end(), ")"});
      }
      i = end > i ? end : i + 1;
    }
  }
}

}  // namespace cu2cpp
