// Inline PTX: the video instructions that work on the bytes or halves of a word: vadd4, vabsdiff2 and their sisters.
#include <algorithm>
#include <cstdlib>

#include "ptx/ptx_reader.hpp"

namespace cuda_emulator {
namespace {

// The part of a word at index i, each `bits` wide.
int part(Word word, int i, int bits, bool is_signed) {
  const auto raw = static_cast<std::uint32_t>(word >> (i * bits)) & ((1u << bits) - 1);
  return is_signed ? static_cast<std::int32_t>(raw << (32 - bits)) >> (32 - bits) : static_cast<int>(raw);
}

using Combine = int (*)(int, int);
Combine combine_of(const std::string& what) {
  if (what == "vadd") return [](int a, int b) { return a + b; };
  if (what == "vsub") return [](int a, int b) { return a - b; };
  if (what == "vavrg") return [](int a, int b) { return (a + b + (a + b >= 0)) >> 1; };  // rounds away from zero
  if (what == "vabsdiff") return [](int a, int b) { return std::abs(a - b); };
  if (what == "vmin") return [](int a, int b) { return std::min(a, b); };
  if (what == "vmax") return [](int a, int b) { return std::max(a, b); };
  return nullptr;
}

}  // namespace

// vop2.dtype.atype.btype{.sat} d, a, b, c;  vop2.dtype.atype.btype.add d, a, b, c: the parts' sum, and c.
PtxStep ptx_video_step(const PtxStatement& s) {
  const std::string& op = s.words[0];
  if (op.front() != 'v' || (op.back() != '2' && op.back() != '4') || s.words.size() < 4) return {};
  const Combine combine = combine_of(op.substr(0, op.size() - 1));
  if (!combine) return {};
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

}  // namespace cuda_emulator
