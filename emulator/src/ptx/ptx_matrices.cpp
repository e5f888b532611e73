// Inline PTX: matrices that a warp holds together: ldmatrix, stmatrix and mma.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <tuple>

#include "ptx/ptx_lanes.hpp"
#include "ptx/ptx_values.hpp"
#include "ptx/ptx_words.hpp"
#include "ptx/tensor_sums.hpp"

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
  int m = 0, n = 0, k = 0;
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

// The same for a row of A and the eight columns of B.
void add_row(const MmaShape& s, double (&sums)[tensor_columns], const double* row, const double (*b)[tensor_columns],
             bool finite) {
  if (s.d == Element::int32 || s.d == Element::real || !finite) {
    double products[64];
    for (int c = 0; c < tensor_columns; ++c) {
      for (int k = 0; k < s.k; ++k) products[k] = row[k] * b[k][c];
      sums[c] = sum_of(s, sums[c], products);
    }
    return;
  }
  const auto add = [&](double(&before)[tensor_columns], int first, int count) {
    tensor_totals(before, row + first, b + first, count, tensor_fraction);
    for (double& total : before) total = s.d == Element::single ? static_cast<double>(cut_to_float(total)) : total;
  };
  if (bits_of(s.a) != 8) return add(sums, 0, s.k);
  double parts[tensor_columns] = {};
  for (int k = 0; k < s.k; k += tensor_group) add(parts, k, tensor_group);
  for (int c = 0; c < tensor_columns; ++c) sums[c] += parts[c];
}

void finish_mma(unsigned arrived, Lane* lanes) {
  const unsigned first = static_cast<unsigned>(__builtin_ctz(arrived));
  const MmaShape& s = *static_cast<const MmaShape*>(call_of(lanes[first]).shape);
  double a[16][64] = {}, b[64][tensor_columns] = {}, c[16][tensor_columns] = {};
  const int in_a = s.m * s.k / 32, in_b = s.k * s.n / 32, in_c = s.m * s.n / 32;
  bool finite = true;
  for_each_lane(arrived, [&](unsigned l) {
    for (int i = 0; i < in_a; ++i) {
      const Place p = place_in_a(s, l, i);
      a[p.row][p.column] = element_of(call_of(lanes[l]).in[0], s.a, i);
      finite &= is_finite(a[p.row][p.column]);
    }
    for (int i = 0; i < in_b; ++i) {
      const Place p = place_in_b(s, l, i);
      b[p.row][p.column] = element_of(call_of(lanes[l]).in[1], s.b, i);
      finite &= is_finite(b[p.row][p.column]);
    }
    for (int i = 0; i < in_c; ++i) {
      const Place p = place_in_c(l, i);
      c[p.row][p.column] = element_of(call_of(lanes[l]).in[2], s.c, i);
    }
  });
  for (int row = 0; row < s.m; ++row) add_row(s, c[row], a[row], b, finite);
  for_each_lane(arrived, [&](unsigned l) {
    for (int i = 0; i < in_c; ++i) {
      const Place p = place_in_c(l, i);
      set_element(call_of(lanes[l]).out, s.d, i, c[p.row][p.column]);
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
void set_shape(const PtxStatement& s, MmaShape& shape) {
  for (const std::string& w : s.words) {
    if (const MatrixShape named = matrix_shape(w); named.m != 0)
      std::tie(shape.m, shape.n, shape.k) = std::tie(named.m, named.n, named.k);
  }
}
PtxStep multiply_matrices(const PtxStatement& s) {
  auto shape = std::make_shared<MmaShape>();
  shape->saturates = s.has("satfinite");
  const std::size_t last = s.words.size();
  set_shape(s, *shape);
  if (shape->m == 0 || last < 6) throw PtxError("mma needs a shape and four types");
  if (!s.has("row") || !s.has("col") || s.has("sp")) throw PtxError("mma is emulated for .row.col, without .sp");
  shape->d = element_named(s.words[last - 4]);
  shape->a = element_named(s.words[last - 3]);
  shape->b = element_named(s.words[last - 2]);
  shape->c = element_named(s.words[last - 1]);
  const PtxArgument d = s.arguments.at(0), a = s.arguments.at(1), b = s.arguments.at(2), c = s.arguments.at(3);
  const auto registers = [](int elements, Element e) {
    return static_cast<std::size_t>(elements * bits_of(e) + 31) / (e == Element::real ? 64 : 32);
  };
  if (a.registers.size() != registers(shape->m * shape->k / 32, shape->a) ||
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

// ---- wmma: where a lane's elements lie is not specified. Here lane l has elements l, l + 32, … of a matrix by its
// rows, as in mma.h. Of the eight registers that halves of A and B always have, the last ones may be unused.
struct Fragment {
  int rows, columns;
  Element type;
  std::size_t registers;
  bool by_columns;
};
Fragment fragment_of(const MmaShape& s, char use, Element type, bool by_columns) {
  Fragment f{use == 'b' ? s.k : s.m, use == 'a' ? s.k : s.n, type, 0, by_columns};
  const bool factor = use == 'a' || use == 'b';
  f.registers = type == Element::real ? static_cast<std::size_t>(f.rows * f.columns / 32)
                : factor && type == Element::half
                    ? 8
                    : static_cast<std::size_t>(f.rows * f.columns / 32 * bits_of(type) / 32);
  return f;
}
void check_fragment(const Fragment& f, const PtxArgument& argument) {
  if (argument.registers.size() != f.registers) {
    throw PtxError("wmma of this shape needs " + std::to_string(f.registers) + " registers here");
  }
}
// Copies each of the lane's elements between memory and its registers.
void move_fragment(const Fragment& f, const Word* r, char* memory, Word leading, Word* registers, bool stores) {
  const int bits = bits_of(f.type), bytes = bits / 8, in_register = bits >= 32 ? 1 : 32 / bits;
  for (int i = 0; i < f.rows * f.columns / 32; ++i) {
    const auto which = static_cast<int>(lane_index()) + 32 * i;
    const Word row = static_cast<Word>(which / f.columns), column = static_cast<Word>(which % f.columns);
    char* const place =
        memory + (f.by_columns ? column * leading + row : row * leading + column) * static_cast<Word>(bytes);
    Word& word = registers[i / in_register];
    const int shift = bits * (i % in_register) % 64;
    note_access(r, place, static_cast<std::size_t>(bytes), stores);
    if (stores) {
      const Word value = word >> shift;
      std::memcpy(place, &value, static_cast<std::size_t>(bytes));
      note_written(place, static_cast<std::size_t>(bytes));
    } else {
      Word value = 0;
      std::memcpy(&value, place, static_cast<std::size_t>(bytes));
      word |= value << shift;
    }
  }
}
constexpr Operation wmma_meeting{"wmma", [](unsigned, Lane*) {}};

PtxStep move_wmma(const PtxStatement& s, bool stores) {
  MmaShape shape;
  set_shape(s, shape);
  const char use = s.words.at(2)[0];
  const Fragment f = fragment_of(shape, use, element_named(s.words.back()), s.has("col"));
  const PtxArgument memory = s.arguments.at(stores ? 0 : 1), fragment = s.arguments.at(stores ? 1 : 0);
  check_fragment(f, fragment);
  const int leading = s.arguments.size() > 2 ? only(s.arguments[2]) : -1;
  const Word least = static_cast<Word>(f.by_columns ? f.rows : f.columns);
  const bool shared = names_shared(s);
  return [=](Word* r) {
    Word registers[8] = {};
    LaneCall call{{nullptr, nullptr, nullptr}, nullptr, 0, nullptr};
    if (stores) {
      for (std::size_t i = 0; i < f.registers; ++i) registers[i] = r[fragment.registers[i]];
    } else {
      meet(wmma_meeting, 0xffffffff, call);
    }
    move_fragment(f, r, ptx_address(memory, shared, r), leading < 0 ? least : r[leading] & 0xffffffff, registers,
                  stores);
    if (stores) {
      meet(wmma_meeting, 0xffffffff, call);
    } else {
      for (std::size_t i = 0; i < f.registers; ++i) r[fragment.registers[i]] = registers[i];
    }
  };
}

void finish_wmma(unsigned arrived, Lane* lanes) {
  const MmaShape& s = *static_cast<const MmaShape*>(call_of(lanes[__builtin_ctz(arrived)]).shape);
  double a[32][16] = {}, b[16][32] = {};
  for_each_lane(arrived, [&](unsigned l) {
    for (int i = 0; i < s.m * s.k / 32; ++i) {
      const int which = static_cast<int>(l) + 32 * i;
      a[which / s.k][which % s.k] = element_of(call_of(lanes[l]).in[0], s.a, i);
    }
    for (int i = 0; i < s.k * s.n / 32; ++i) {
      const int which = static_cast<int>(l) + 32 * i;
      b[which / s.n][which % s.n] = element_of(call_of(lanes[l]).in[1], s.b, i);
    }
  });
  for_each_lane(arrived, [&](unsigned l) {
    for (int i = 0; i < s.m * s.n / 32; ++i) {
      const int which = static_cast<int>(l) + 32 * i;
      double products[16];
      for (int k = 0; k < s.k; ++k) products[k] = a[which / s.n][k] * b[k][which % s.n];
      const double before = element_of(call_of(lanes[l]).in[2], s.c, i);
      const bool tensor = s.d != Element::int32 && s.d != Element::real;
      double sum = tensor ? tensor_total(before, products, s.k, tensor_fraction) : sum_of(s, before, products);
      if (tensor && s.d == Element::single) sum = static_cast<double>(cut_to_float(sum));
      set_element(call_of(lanes[l]).out, s.d, i, sum);
    }
  });
}
constexpr Operation wmma_operation{"wmma.mma", finish_wmma};

PtxStep multiply_wmma(const PtxStatement& s) {
  auto shape = std::make_shared<MmaShape>();
  set_shape(s, *shape);
  shape->saturates = s.has("satfinite");
  std::vector<std::string> types;
  for (const std::string& w : s.words) {
    if (matrix_bits(w) != 0) types.push_back(w);
  }
  if (types.size() != 2 && types.size() != 4) throw PtxError("wmma.mma needs two or four types");
  const bool halves = types.size() == 2;
  shape->d = element_named(types.front());
  shape->c = element_named(types.back());
  shape->a = halves ? Element::half : element_named(types[1]);
  shape->b = halves ? Element::half : element_named(types[2]);
  const PtxArgument d = s.arguments.at(0), a = s.arguments.at(1), b = s.arguments.at(2), c = s.arguments.at(3);
  check_fragment(fragment_of(*shape, 'a', shape->a, false), a);
  check_fragment(fragment_of(*shape, 'b', shape->b, false), b);
  check_fragment(fragment_of(*shape, 'c', shape->c, false), c);
  check_fragment(fragment_of(*shape, 'd', shape->d, false), d);
  return [=](Word* r) {
    Word in[3][8], out[8] = {};
    const PtxArgument* const from[] = {&a, &b, &c};
    for (std::size_t k = 0; k < 3; ++k) {
      for (std::size_t i = 0; i < from[k]->registers.size(); ++i) in[k][i] = r[from[k]->registers[i]];
    }
    LaneCall call{{in[0], in[1], in[2]}, out, 0, shape.get()};
    meet(wmma_operation, 0xffffffff, call);
    for (std::size_t i = 0; i < d.registers.size(); ++i) r[d.registers[i]] = out[i];
  };
}
PtxStep warp_matrices(const PtxStatement& s) {
  if (s.has("mma")) return multiply_wmma(s);
  return move_wmma(s, s.has("store"));
}

}  // namespace

const PtxTable& ptx_matrices() {
  static const PtxTable table = {
      {"ldmatrix", load_matrices},
      {"stmatrix", store_matrices},
      {"mma", multiply_matrices},
      {"wmma", warp_matrices},
  };
  return table;
}

}  // namespace cuda_emulator
