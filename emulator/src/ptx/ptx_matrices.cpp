// Inline PTX: matrices that a warp holds together: ldmatrix, stmatrix and mma.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <memory>

#include "emulator/tensor_adder.hpp"
#include "ptx/ptx_lanes.hpp"
#include "ptx/ptx_values.hpp"

namespace cuda_emulator {
namespace {

// ---- 8x8 matrices of 16-bit elements between shared memory and registers: lanes 8j to 8j+7 name the rows of matrix j
void finish_matrix_load(unsigned arrived, Lane* lanes) {
  const unsigned first = static_cast<unsigned>(__builtin_ctz(arrived));
  const unsigned count = call_of(lanes[first]).control & 7;
  const bool transposed = call_of(lanes[first]).control & 8;
  for (unsigned matrix = 0; matrix < count; ++matrix) {
    unsigned short rows[8][8] = {};
    for (unsigned row = 0; row < 8; ++row) {
      const unsigned source = matrix * 8 + row;
      if (arrived >> source & 1) {
        std::memcpy(rows[row], reinterpret_cast<const void*>(call_of(lanes[source]).in[0][0]), sizeof rows[row]);
      }
    }
    for_each_lane(arrived, [&](unsigned l) {
      const unsigned row = l / 4, column = l % 4 * 2;
      const Word low = transposed ? rows[column][row] : rows[row][column];
      const Word high = transposed ? rows[column + 1][row] : rows[row][column + 1];
      call_of(lanes[l]).out[matrix] = low | high << 16;
    });
  }
}
void finish_matrix_store(unsigned arrived, Lane* lanes) {
  const unsigned first = static_cast<unsigned>(__builtin_ctz(arrived));
  const unsigned count = call_of(lanes[first]).control & 7;
  const bool transposed = call_of(lanes[first]).control & 8;
  for (unsigned matrix = 0; matrix < count; ++matrix) {
    unsigned short rows[8][8] = {};
    for_each_lane(arrived, [&](unsigned l) {
      const unsigned row = l / 4, column = l % 4 * 2;
      const Word pair = call_of(lanes[l]).in[1][matrix];
      (transposed ? rows[column][row] : rows[row][column]) = static_cast<unsigned short>(pair);
      (transposed ? rows[column + 1][row] : rows[row][column + 1]) = static_cast<unsigned short>(pair >> 16);
    });
    for (unsigned row = 0; row < 8; ++row) {
      const unsigned target = matrix * 8 + row;
      if (!(arrived >> target & 1)) continue;
      std::memcpy(reinterpret_cast<void*>(call_of(lanes[target]).in[0][0]), rows[row], sizeof rows[row]);
    }
  }
}
constexpr Operation matrix_load_operation{"ldmatrix", finish_matrix_load};
constexpr Operation matrix_store_operation{"stmatrix", finish_matrix_store};
// The rows' addresses are those of the first lanes.
void note_row(const Word* r, unsigned control, Word address, bool writes) {
  if (lane_index() < 8 * (control & 7)) note_access(r, reinterpret_cast<void*>(address), 16, writes);
}
unsigned matrices_of(const PtxStatement& s) {
  return (s.has("x4") ? 4u : s.has("x2") ? 2u : 1u) | (s.has("trans") ? 8u : 0u);
}
PtxStep load_matrices(const PtxStatement& s) {
  const unsigned control = matrices_of(s);
  const PtxArgument to = s.arguments.at(0), from = s.arguments.at(1);
  if (to.registers.size() != (control & 7)) throw PtxError("ldmatrix needs a register for each matrix");
  return [=](Word* r) {
    const Word address = reinterpret_cast<Word>(ptx_address(from, true, r));
    Word out[4] = {};
    note_row(r, control, address, false);
    LaneCall call{{&address, nullptr, nullptr}, out, control, nullptr};
    meet(matrix_load_operation, 0xffffffff, call);
    for (std::size_t i = 0; i < to.registers.size(); ++i) r[to.registers[i]] = out[i];
  };
}
PtxStep store_matrices(const PtxStatement& s) {
  const unsigned control = matrices_of(s);
  const PtxArgument to = s.arguments.at(0), from = s.arguments.at(1);
  if (from.registers.size() != (control & 7)) throw PtxError("stmatrix needs a register for each matrix");
  return [=](Word* r) {
    const Word address = reinterpret_cast<Word>(ptx_address(to, true, r));
    Word in[4] = {};
    for (std::size_t i = 0; i < from.registers.size(); ++i) in[i] = r[from.registers[i]];
    note_row(r, control, address, true);
    LaneCall call{{&address, in, nullptr}, nullptr, control, nullptr};
    meet(matrix_store_operation, 0xffffffff, call);
  };
}

// ---- mma: where each lane's elements lie. group: lane / 4, pair: lane % 4.
enum class Element { half, bfloat, tf32, e4m3, e5m2, int8, uint8, int4, uint4, real, single, int32 };
struct MmaShape {
  int m, n, k;
  Element a, b, c, d;
  bool saturates;
};
int bits_of(Element e) {
  switch (e) {
    case Element::half:
    case Element::bfloat:
      return 16;
    case Element::e4m3:
    case Element::e5m2:
    case Element::int8:
    case Element::uint8:
      return 8;
    case Element::int4:
    case Element::uint4:
      return 4;
    case Element::real:
      return 64;
    default:
      return 32;
  }
}
double element_of(const Word* registers, Element e, int index) {
  const int bits = bits_of(e), in_register = bits >= 32 ? 1 : 32 / bits;
  const Word raw = registers[index / in_register] >> (bits * (index % in_register) % 64);
  switch (e) {
    case Element::half:
      return __half::from_bits(static_cast<unsigned short>(raw));
    case Element::bfloat:
      return __nv_bfloat16::from_bits(static_cast<unsigned short>(raw));
    case Element::int8:
      return static_cast<signed char>(raw);
    case Element::uint8:
      return static_cast<unsigned char>(raw);
    case Element::int4:
      return static_cast<signed char>(raw << 4) >> 4;
    case Element::uint4:
      return static_cast<int>(raw & 15);
    case Element::e4m3:
    case Element::e5m2:
      return from_float8(static_cast<unsigned char>(raw), e == Element::e4m3 ? __NV_E4M3 : __NV_E5M2);
    case Element::real: {
      double value;
      std::memcpy(&value, &raw, sizeof value);
      return value;
    }
    case Element::int32:
      return static_cast<int>(raw);
    default: {
      const auto word = static_cast<unsigned>(e == Element::tf32 ? raw & 0xffffe000 : raw);
      float value;
      std::memcpy(&value, &word, sizeof value);
      return static_cast<double>(value);
    }
  }
}
void set_element(Word* registers, Element e, int index, double value) {
  switch (e) {
    case Element::half: {
      Word& word = registers[index / 2];
      const int shift = 16 * (index % 2);
      word = (word & ~(Word{0xffff} << shift)) | Word{__half(static_cast<float>(value)).bits()} << shift;
      break;
    }
    case Element::real:
      std::memcpy(&registers[index], &value, sizeof value);
      break;
    case Element::int32:
      registers[index] = static_cast<unsigned>(static_cast<int>(static_cast<long long>(value)));
      break;
    default: {
      const float narrow = static_cast<float>(value);
      unsigned word;
      std::memcpy(&word, &narrow, sizeof word);
      registers[index] = word;
    }
  }
}

// The number of elements of a lane, and the row and column of element i, of A (m x k) and B (k x n).
struct Place {
  int row, column;
};
Place place_in_a(const MmaShape& s, unsigned lane, int i) {
  const int group = static_cast<int>(lane / 4), pair = static_cast<int>(lane % 4), bits = bits_of(s.a);
  if (s.a == Element::real) return {group, pair};
  if (bits == 32) return {group + 8 * (i & 1), pair + 4 * (i >> 1)};
  const int wide = 32 / bits;  // elements of a register, side by side
  const int which = i / wide;
  return {group + 8 * (which & 1), pair * wide + i % wide + 4 * wide * (which >> 1)};
}
Place place_in_b(const MmaShape& s, unsigned lane, int i) {
  const int group = static_cast<int>(lane / 4), pair = static_cast<int>(lane % 4), bits = bits_of(s.b);
  if (s.b == Element::real) return {pair, group};
  if (bits == 32) return {pair + 4 * i, group};
  const int wide = 32 / bits;
  return {pair * wide + i % wide + 4 * wide * (i / wide), group};
}
Place place_in_c(unsigned lane, int i) {
  return {static_cast<int>(lane / 4) + 8 * (i >> 1), static_cast<int>(lane % 4) * 2 + (i & 1)};
}

// Integers and doubles are added as they are, all others by the adder of tensor cores.
double sum_of(const MmaShape& s, double sum, const double* products) {
  if (s.d == Element::int32 || s.d == Element::real) {
    for (int k = 0; k < s.k; ++k) sum += products[k];
    return s.saturates ? std::clamp(sum, -2147483648.0, 2147483647.0) : sum;
  }
  const auto add = [&](double before, const double* first, int count) {
    const double total = tensor_total(before, first, count, tensor_fraction);
    return s.d == Element::single ? static_cast<double>(cut_to_float(total)) : total;
  };
  if (bits_of(s.a) != 8) return add(sum, products, s.k);
  // A GPU without such an instruction converts the factors to halves; the sum begins at 0 and is added afterwards.
  double part = 0;
  for (int k = 0; k < s.k; k += tensor_group) part = add(part, products + k, tensor_group);
  return sum + part;
}

void finish_mma(unsigned arrived, Lane* lanes) {
  const unsigned first = static_cast<unsigned>(__builtin_ctz(arrived));
  const MmaShape& s = *static_cast<const MmaShape*>(call_of(lanes[first]).shape);
  double a[16][64] = {}, b[64][8] = {};
  const int in_a = s.m * s.k / 32, in_b = s.k * s.n / 32, in_c = s.m * s.n / 32;
  for_each_lane(arrived, [&](unsigned l) {
    for (int i = 0; i < in_a; ++i) {
      const Place p = place_in_a(s, l, i);
      a[p.row][p.column] = element_of(call_of(lanes[l]).in[0], s.a, i);
    }
    for (int i = 0; i < in_b; ++i) {
      const Place p = place_in_b(s, l, i);
      b[p.row][p.column] = element_of(call_of(lanes[l]).in[1], s.b, i);
    }
  });
  for_each_lane(arrived, [&](unsigned l) {
    for (int i = 0; i < in_c; ++i) {
      const Place p = place_in_c(l, i);
      double products[64];
      for (int k = 0; k < s.k; ++k) products[k] = a[p.row][k] * b[k][p.column];
      const double sum = sum_of(s, element_of(call_of(lanes[l]).in[2], s.c, i), products);
      set_element(call_of(lanes[l]).out, s.d, i, sum);
    }
  });
}
constexpr Operation mma_operation{"mma.sync", finish_mma};

Element element_named(const std::string& type) {
  if (type == "f16") return Element::half;
  if (type == "bf16") return Element::bfloat;
  if (type == "tf32") return Element::tf32;
  if (type == "s8") return Element::int8;
  if (type == "u8") return Element::uint8;
  if (type == "s4") return Element::int4;
  if (type == "u4") return Element::uint4;
  if (type == "e4m3") return Element::e4m3;
  if (type == "e5m2") return Element::e5m2;
  if (type == "f64") return Element::real;
  if (type == "f32") return Element::single;
  if (type == "s32") return Element::int32;
  throw PtxError("mma of the type " + type + " is not emulated");
}
PtxStep multiply_matrices(const PtxStatement& s) {
  auto shape = std::make_shared<MmaShape>();
  shape->saturates = s.has("satfinite");
  bool known = false;
  for (const std::string& w : s.words) {
    known |= std::sscanf(w.c_str(), "m%dn%dk%d", &shape->m, &shape->n, &shape->k) == 3;
  }
  const std::size_t last = s.words.size();
  if (!known || last < 6) throw PtxError("mma needs a shape and four types");
  if (!s.has("row") || !s.has("col") || s.has("sp")) throw PtxError("mma is emulated for .row.col, without .sp");
  shape->d = element_named(s.words[last - 4]);
  shape->a = element_named(s.words[last - 3]);
  shape->b = element_named(s.words[last - 2]);
  shape->c = element_named(s.words[last - 1]);
  // Eight rows of A fill one register, sixteen one or two more; doubles have a shape of their own.
  const int row = shape->k * bits_of(shape->a);
  const bool fits = shape->n == 8 && (shape->a == Element::real ? shape->m == 8 && shape->k == 4
                                      : shape->m == 8           ? row == 128 && bits_of(shape->a) <= 8
                                                                : shape->m == 16 && row <= 256);
  const PtxArgument d = s.arguments.at(0), a = s.arguments.at(1), b = s.arguments.at(2), c = s.arguments.at(3);
  const auto registers = [](int elements, Element e) {
    return static_cast<std::size_t>(elements * bits_of(e) + 31) / (e == Element::real ? 64 : 32);
  };
  if (!fits || a.registers.size() != registers(shape->m * shape->k / 32, shape->a) ||
      b.registers.size() != registers(shape->k * shape->n / 32, shape->b) || d.registers.size() > 4 ||
      c.registers.size() > 4) {
    throw PtxError("mma of this shape is not emulated");
  }
  return [=](Word* r) {
    Word va[8], vb[8], vc[8], out[8] = {};
    for (std::size_t i = 0; i < a.registers.size(); ++i) va[i] = r[a.registers[i]];
    for (std::size_t i = 0; i < b.registers.size(); ++i) vb[i] = r[b.registers[i]];
    for (std::size_t i = 0; i < c.registers.size(); ++i) vc[i] = r[c.registers[i]];
    LaneCall call{{va, vb, vc}, out, 0, shape.get()};
    meet(mma_operation, 0xffffffff, call);
    for (std::size_t i = 0; i < d.registers.size(); ++i) r[d.registers[i]] = out[i];
  };
}

}  // namespace

const PtxTable& ptx_matrices() {
  static const PtxTable table = {
      {"ldmatrix", load_matrices},
      {"stmatrix", store_matrices},
      {"mma", multiply_matrices},
  };
  return table;
}

}  // namespace cuda_emulator
