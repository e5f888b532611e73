// Inline PTX: the video instructions that work on the bytes or halves of a word: vadd4, vabsdiff2 and similar ones.
#include <algorithm>
#include <cstdlib>

#include "ptx/ptx_values.hpp"

namespace cuda_emulator {
namespace {

// The part of a word at index i, each `bits` wide.
int part(Word word, int i, int bits, bool is_signed) {
  const auto raw = static_cast<std::uint32_t>(word >> (i * bits)) & ((1u << bits) - 1);
  return is_signed ? static_cast<std::int32_t>(raw << (32 - bits)) >> (32 - bits) : static_cast<int>(raw);
}

using Combine = int (*)(int, int);

// vop2.dtype.atype.btype{.sat} d, a, b, c;  vop2.dtype.atype.btype.add d, a, b, c: the parts' sum, and c.
PtxStep in_parts(const PtxStatement& s, Combine combine) {
  const std::string& op = s.words[0];
  if (s.words.size() < 4) throw PtxError(op + " needs three types");
  const int bits = op.back() == '2' ? 16 : 8, parts = 32 / bits;
  const bool signed_d = s.words[1] == "s32", signed_a = s.words[2] == "s32", signed_b = s.words[3] == "s32";
  const bool sum = s.has("add"), saturates = s.has("sat");
  for (const PtxArgument& argument : s.arguments) {
    if (!argument.label.empty()) throw PtxError(op + " is emulated without masks and selectors");
  }
  const int d = only(s.arguments.at(0)), a = only(s.arguments.at(1)), b = only(s.arguments.at(2)),
            c = only(s.arguments.at(3));
  return [=](Word* r) {
    std::uint32_t packed = 0, total = static_cast<std::uint32_t>(r[c]);
    for (int i = 0; i < parts; ++i) {
      int value = combine(part(r[a], i, bits, signed_a), part(r[b], i, bits, signed_b));
      if (saturates) {
        const int top = signed_d ? (1 << (bits - 1)) - 1 : (1 << bits) - 1;
        value = std::clamp(value, signed_d ? -top - 1 : 0, top);
      }
      total += static_cast<std::uint32_t>(value);
      packed |= (static_cast<std::uint32_t>(value) & ((1u << bits) - 1)) << (i * bits);
    }
    r[d] = sum ? total : packed;
  };
}

PtxStep add(const PtxStatement& s) {
  return in_parts(s, [](int a, int b) { return a + b; });
}
PtxStep subtract(const PtxStatement& s) {
  return in_parts(s, [](int a, int b) { return a - b; });
}
PtxStep average(const PtxStatement& s) {  // rounds away from zero
  return in_parts(s, [](int a, int b) { return (a + b + (a + b >= 0)) >> 1; });
}
PtxStep difference(const PtxStatement& s) {
  return in_parts(s, [](int a, int b) { return std::abs(a - b); });
}
PtxStep minimum(const PtxStatement& s) {
  return in_parts(s, [](int a, int b) { return std::min(a, b); });
}
PtxStep maximum(const PtxStatement& s) {
  return in_parts(s, [](int a, int b) { return std::max(a, b); });
}

}  // namespace

const PtxTable& ptx_video() {
  static const PtxTable table = {
      {"vadd2", add},
      {"vadd4", add},
      {"vsub2", subtract},
      {"vsub4", subtract},
      {"vavrg2", average},
      {"vavrg4", average},
      {"vmin2", minimum},
      {"vmin4", minimum},
      {"vabsdiff2", difference},
      {"vabsdiff4", difference},
      {"vmax2", maximum},
      {"vmax4", maximum},
  };
  return table;
}

}  // namespace cuda_emulator
