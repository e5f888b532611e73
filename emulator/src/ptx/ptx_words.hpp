// Which forms of the PTX instructions are emulated, by the words of an opcode: mma.sync.aligned.m16n8k16.row.col.…
// The translator refuses all others at compile time, the library when it reads the text of a program.
#pragma once
#include <algorithm>
#include <charconv>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cuda_emulator {

// All words behind the first one that any instruction may have, in the order of their bytes; shapes are not among them.
inline constexpr std::string_view ptx_words[] = {"1d",
                                                 "2d",
                                                 "3d",
                                                 "4d",
                                                 "5d",
                                                 "L1",
                                                 "L1::evict_first",
                                                 "L1::evict_last",
                                                 "L1::evict_normal",
                                                 "L1::evict_unchanged",
                                                 "L1::no_allocate",
                                                 "L2",
                                                 "L2::128B",
                                                 "L2::256B",
                                                 "L2::64B",
                                                 "L2::cache_hint",
                                                 "L2::evict_first",
                                                 "L2::evict_last",
                                                 "L2::evict_normal",
                                                 "L2::evict_unchanged",
                                                 "NaN",
                                                 "a",
                                                 "a1d",
                                                 "a2d",
                                                 "abs",
                                                 "acq_rel",
                                                 "acquire",
                                                 "acube",
                                                 "add",
                                                 "alias",
                                                 "aligned",
                                                 "all",
                                                 "and",
                                                 "any",
                                                 "approx",
                                                 "array_size",
                                                 "arrive",
                                                 "arrive_drop",
                                                 "async",
                                                 "async::generic",
                                                 "b",
                                                 "b128",
                                                 "b16",
                                                 "b32",
                                                 "b4e",
                                                 "b64",
                                                 "b8",
                                                 "ballot",
                                                 "bf16",
                                                 "bf16x2",
                                                 "bfly",
                                                 "bulk",
                                                 "bulk_group",
                                                 "bytemask",
                                                 "c",
                                                 "ca",
                                                 "cas",
                                                 "cc",
                                                 "cg",
                                                 "clamp",
                                                 "cluster",
                                                 "col",
                                                 "commit_group",
                                                 "complete_tx",
                                                 "const",
                                                 "cs",
                                                 "cta",
                                                 "cube",
                                                 "cv",
                                                 "d",
                                                 "dec",
                                                 "depth",
                                                 "down",
                                                 "e4m3",
                                                 "e4m3x2",
                                                 "e5m2",
                                                 "e5m2x2",
                                                 "ecl",
                                                 "ecr",
                                                 "eq",
                                                 "equ",
                                                 "exch",
                                                 "expect_tx",
                                                 "f16",
                                                 "f16x2",
                                                 "f32",
                                                 "f4e",
                                                 "f64",
                                                 "fence",
                                                 "finite",
                                                 "fractional",
                                                 "ftz",
                                                 "full",
                                                 "g",
                                                 "ge",
                                                 "generic",
                                                 "geu",
                                                 "gl",
                                                 "global",
                                                 "gpu",
                                                 "gt",
                                                 "gtu",
                                                 "height",
                                                 "hi",
                                                 "hs",
                                                 "idx",
                                                 "inc",
                                                 "infinite",
                                                 "init",
                                                 "inval",
                                                 "l",
                                                 "launch_dependents",
                                                 "le",
                                                 "leu",
                                                 "level",
                                                 "lo",
                                                 "load",
                                                 "local",
                                                 "ls",
                                                 "lt",
                                                 "ltu",
                                                 "lu",
                                                 "m8n8",
                                                 "max",
                                                 "mbarrier",
                                                 "mbarrier::complete_tx::bytes",
                                                 "mbarrier_init",
                                                 "min",
                                                 "mma",
                                                 "mma_async",
                                                 "mode",
                                                 "multicast::cluster",
                                                 "nan",
                                                 "nc",
                                                 "ne",
                                                 "neu",
                                                 "noComplete",
                                                 "noftz",
                                                 "noinc",
                                                 "normal",
                                                 "notanumber",
                                                 "num",
                                                 "number",
                                                 "op_restrict",
                                                 "or",
                                                 "param",
                                                 "parity",
                                                 "pending_count",
                                                 "popc",
                                                 "pred",
                                                 "prefetch",
                                                 "proxy",
                                                 "r",
                                                 "range",
                                                 "rc16",
                                                 "rc8",
                                                 "read",
                                                 "red",
                                                 "reduce",
                                                 "relaxed",
                                                 "release",
                                                 "relu",
                                                 "rm",
                                                 "rmi",
                                                 "rn",
                                                 "rna",
                                                 "rni",
                                                 "row",
                                                 "rp",
                                                 "rpi",
                                                 "rz",
                                                 "rzi",
                                                 "s16",
                                                 "s32",
                                                 "s4",
                                                 "s64",
                                                 "s8",
                                                 "sat",
                                                 "satfinite",
                                                 "sc",
                                                 "shared",
                                                 "shared::cluster",
                                                 "shared::cta",
                                                 "shiftamt",
                                                 "store",
                                                 "subnormal",
                                                 "sync",
                                                 "sys",
                                                 "tensor",
                                                 "tensormap::generic",
                                                 "test_wait",
                                                 "tf32",
                                                 "tile",
                                                 "to",
                                                 "trans",
                                                 "try_wait",
                                                 "u16",
                                                 "u32",
                                                 "u4",
                                                 "u64",
                                                 "u8",
                                                 "uni",
                                                 "unified",
                                                 "up",
                                                 "v2",
                                                 "v4",
                                                 "volatile",
                                                 "wait",
                                                 "wait_all",
                                                 "wait_group",
                                                 "warp",
                                                 "wb",
                                                 "weak",
                                                 "wide",
                                                 "width",
                                                 "wrap",
                                                 "wt",
                                                 "x1",
                                                 "x2",
                                                 "x4",
                                                 "xor"};

struct MatrixShape {
  int m = 0, n = 0, k = 0;
};
// "m16n8k16"; m is 0 if the word is not a shape.
inline MatrixShape matrix_shape(std::string_view word) {
  MatrixShape shape;
  const char* at = word.data();
  const char* const end = at + word.size();
  for (const auto& [letter, number] : {std::pair('m', &shape.m), {'n', &shape.n}, {'k', &shape.k}}) {
    if (at == end || *at != letter) return {};
    const auto [next, error] = std::from_chars(at + 1, end, *number);
    if (error != std::errc()) return {};
    at = next;
  }
  return at == end ? shape : MatrixShape{};
}
// Bits of an element of a matrix; 0: not such a type.
inline int matrix_bits(std::string_view type) {
  for (const auto& [name, bits] : {std::pair<std::string_view, int>("f64", 64),
                                   {"f32", 32},
                                   {"tf32", 32},
                                   {"s32", 32},
                                   {"f16", 16},
                                   {"bf16", 16},
                                   {"e4m3", 8},
                                   {"e5m2", 8},
                                   {"s8", 8},
                                   {"u8", 8},
                                   {"s4", 4},
                                   {"u4", 4}}) {
    if (name == type) return bits;
  }
  return 0;
}

// Eight rows of A fill one register, sixteen one or two more; doubles have a shape of their own.
inline bool mma_is_emulated(const MatrixShape& s, std::string_view a) {
  const int bits = matrix_bits(a), row = s.k * bits;
  if (s.n != 8 || a == "f32" || a == "s32") return false;
  if (a == "f64") return s.m == 8 && s.k == 4;
  return s.m == 8 ? row == 128 && bits <= 8 : s.m == 16 && (row == 128 || row == 256);
}
inline bool wgmma_is_emulated(const MatrixShape& s, std::string_view a) {
  const int bits = matrix_bits(a);
  return s.m == 64 && s.n >= 8 && s.n <= 256 && s.n % 8 == 0 && bits >= 8 && s.k * bits == 256;
}
inline bool wmma_is_emulated(const MatrixShape& s, std::string_view type) {
  const int bits = matrix_bits(type);
  if (type == "f64") return s.m == 8 && s.n == 8 && s.k == 4;
  if (bits < 8 || type == "e4m3" || type == "e5m2") return false;
  const bool accumulator = type == "f32" || type == "s32";
  if (s.k == 8) return s.m == 16 && s.n == 16 && (type == "tf32" || type == "f32");
  const bool standard = (s.m == 16 && s.n == 16) || (s.m == 32 && s.n == 8) || (s.m == 8 && s.n == 32);
  return s.k == 16 && standard && (accumulator || bits <= 16);
}

// What of an opcode is not emulated, or nothing. Its first word is in ptx_instructions.
template <class Words>
std::string ptx_refusal(const Words& words) {
  const std::string_view name = words[0], last = words[words.size() - 1];
  MatrixShape shape;
  std::string shape_word;
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::string_view word = words[i];
    if (const MatrixShape named = matrix_shape(word); named.m != 0) {
      shape = named;
      shape_word = word;
    } else if (!std::binary_search(std::begin(ptx_words), std::end(ptx_words), word)) {
      return "." + std::string(word);
    }
  }
  if (shape.m == 0) return {};
  const auto from_end = [&](std::size_t n) {
    return words.size() > n ? std::string_view(words[words.size() - n]) : "";
  };
  const bool saturates = last == "satfinite";
  bool known = true;
  std::string_view type = last;
  if (name == "mma") {
    type = from_end(3);  // of A: D, A, B, C are the last ones
    known = mma_is_emulated(shape, type);
  } else if (name == "wgmma") {
    type = from_end(2);
    known = wgmma_is_emulated(shape, type);
  } else if (name == "wmma") {
    // Products of halves name D and C, all others D, A, B and C.
    if (std::string_view(words[1]) == "mma") {
      const std::string_view a = from_end(saturates ? 4 : 3);
      type = matrix_bits(a) != 0 ? a : "f16";
    }
    known = wmma_is_emulated(shape, type);
  }
  return known ? std::string() : "." + shape_word + " of the type ." + std::string(type);
}
// The words of an opcode: those behind :: belong to the one before.
inline std::vector<std::string_view> words_of_opcode(std::string_view opcode) {
  std::vector<std::string_view> words;
  while (!opcode.empty()) {
    const std::size_t end = std::min(opcode.find('.'), opcode.size());
    words.push_back(opcode.substr(0, end));
    opcode.remove_prefix(std::min(end + 1, opcode.size()));
  }
  return words;
}

}  // namespace cuda_emulator
