#include "rewrite/contraction.hpp"

#include <algorithm>

namespace cu2cpp {

void mark_device_code(const SourceFile& file, const Survey& survey, const Program& program, std::vector<Edit>& edits,
                      bool quotients) {
  const auto token = [&](std::size_t i) { return file.code.begin() + static_cast<std::ptrdiff_t>(i); };
  for (const Function& f : survey.functions) {
    // A function for both sides is also a host function; inlined into a kernel it is compiled as part of the kernel.
    if (!f.device || f.host || f.global || f.constant || f.body_end == 0) continue;
    const auto body = token(f.body_begin), end = token(f.body_end);
    const auto has = [&](auto... words) {
      return std::any_of(body, end, [&](const Token& t) { return (t.is(words) || ...); });
    };
    const bool products = has("*", "*=");
    if (quotients ? products || !has("/", "/=") : !products) continue;
    if (!has("+", "-", "+=", "-=")) continue;
    const auto head = token(f.head_begin), name = token(f.name_at);
    // An always_inline function cannot be inlined if the caller is not marked; a macro may contain the attribute.
    const bool forced = std::any_of(head, name, [](const Token& t) {
      return t.is("__forceinline__") || t.is("always_inline") || t.is("__always_inline__");
    });
    const auto word = std::find_if(head, name, [](const Token& t) { return t.is("__device__"); });
    if (!forced && program.is_plain(f) && word != name)
      edits.push_back({word->end(), word->end(), " CUDA_EMULATOR_DEVICE_CODE"});
  }
}

}  // namespace cu2cpp
