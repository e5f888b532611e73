#include "rewrite/dropped_results.hpp"

namespace cu2cpp {
namespace {

bool begins_statement(const Tokens& t, std::size_t i) {
  if (t[i - 1].is("::")) --i;
  const Token& before = t[i - 1];  // ) of if (…), or of the cast (void)
  return before.is(";") || before.is("{") || before.is("}") || before.is(")") || before.is("else") || before.is("do");
}

// In shared memory these are one instruction, whatever the scope (tests/hardware/atomic_passes.cu).
bool is_addition(const Token& token) {
  return token.is("atomicAdd") || token.is("atomicAdd_block") || token.is("atomicAdd_system");
}

bool is_one(const Token& token) {
  return token.is("1") || token.is("1u") || token.is("1U");
}

}  // namespace

// atomicAdd(p, 1); -> atomicAdd(p, 1), added_one();
void mark_dropped_results(const SourceFile& file, const Survey& survey, std::vector<Edit>& edits) {
  const Tokens& t = file.code;
  for (const Function& f : survey.functions) {
    if (!f.global && !f.device) continue;
    for (std::size_t i = f.body_begin + 1; i < f.body_end; ++i) {
      if (!is_addition(t[i]) || !t[i + 1].is("(") || !begins_statement(t, i)) continue;
      const std::size_t close = closing(t, i + 1);
      if (close == npos || !t[close + 1].is(";") || !is_one(t[close - 1]) || !t[close - 2].is(",")) continue;
      edits.push_back({t[close].end(), t[close].end(), ", ::cuda_emulator::added_one()"});
    }
  }
}

}  // namespace cu2cpp
