// Inline PTX: wgmma, matrix products of four warps whose operands are in shared memory.
//
// A thread computes its own elements of the product when it reaches the instruction, and the warpgroup meets where it
// waits for its products: from then on shared memory may be overwritten.
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include <cmath>
#include <cstdio>
#include <cstring>
#include <memory>

#include "emulator/tensor_adder.hpp"
#include "emulator/warp.hpp"
#include "engine/running.hpp"
#include "ptx/ptx_values.hpp"

namespace cuda_emulator {
namespace {

constexpr unsigned group_size = 128;
enum class Element { half, bfloat, tf32, e4m3, e5m2, int8, uint8 };

int bytes_of(Element e) {
  return e == Element::half || e == Element::bfloat ? 2 : e == Element::tf32 ? 4 : 1;
}
Element element_named(const std::string& type) {
  if (type == "f16") return Element::half;
  if (type == "bf16") return Element::bfloat;
  if (type == "tf32") return Element::tf32;
  if (type == "e4m3") return Element::e4m3;
  if (type == "e5m2") return Element::e5m2;
  if (type == "s8") return Element::int8;
  if (type == "u8") return Element::uint8;
  throw PtxError("wgmma of the type " + type + " is not emulated");
}

double value_of(Element e, std::uint32_t raw) {
  switch (e) {
    case Element::half:
      return double{static_cast<float>(__half::from_bits(static_cast<unsigned short>(raw)))};
    case Element::e5m2:  // the upper byte of a half
      return double{static_cast<float>(__half::from_bits(static_cast<unsigned short>(raw << 8)))};
    case Element::e4m3: {
      const int exponent = static_cast<int>(raw >> 3 & 15), fraction = static_cast<int>(raw & 7);
      const double size = (raw & 0x7f) == 0x7f ? NAN
                          : exponent == 0      ? std::ldexp(fraction, -9)
                                               : std::ldexp(8 + fraction, exponent - 10);
      return raw & 0x80 ? -size : size;
    }
    case Element::int8:
      return static_cast<signed char>(raw);
    case Element::uint8:
      return static_cast<unsigned char>(raw);
    default: {
      const std::uint32_t bits = e == Element::bfloat ? raw << 16 : raw & 0xffffe000;
      float value;
      std::memcpy(&value, &bits, sizeof value);
      return double{value};
    }
  }
}

// A matrix in shared memory, as its 64-bit descriptor describes it: rows are those of A or the columns of B, k runs
// along the sum. Addresses have 18 bits there, so those of static shared memory, which is below the dynamic one, wrap.
class SharedMatrix {
 public:
  SharedMatrix(Word descriptor, Element element, bool k_is_slow) : element_(element), k_is_slow_(k_is_slow) {
    start_ = static_cast<std::uint32_t>(descriptor & 0x3fff) << 4;
    leading_ = static_cast<std::uint32_t>(descriptor >> 16 & 0x3fff) << 4;
    stride_ = static_cast<std::uint32_t>(descriptor >> 32 & 0x3fff) << 4;
    const auto mode = static_cast<unsigned>(descriptor >> 62);  // 0: none, 1 to 3: 128, 64 or 32 bytes
    swizzle_ = mode == 0 ? 0 : 4 - mode;
  }

  [[nodiscard]] double at(int row, int k) const {
    const int bytes = bytes_of(element_), piece = 16 / bytes;  // elements of 16 bytes
    const std::uint32_t pitch = 16u << swizzle_;
    std::uint32_t offset;
    if (!k_is_slow_) {
      const auto group = static_cast<std::uint32_t>(row / 8), inside = static_cast<std::uint32_t>(row % 8);
      const auto along = static_cast<std::uint32_t>(k * bytes);
      offset = group * stride_ + inside * pitch + (swizzle_ ? along : along / 16 * leading_ + along % 16);
    } else {
      const int width = piece << swizzle_;  // contiguous elements of a row
      const auto group = static_cast<std::uint32_t>(row / width),
                 inside = static_cast<std::uint32_t>(row % width * bytes);
      const auto turn = static_cast<std::uint32_t>(k / 8), line = static_cast<std::uint32_t>(k % 8);
      offset = inside + line * pitch + group * (swizzle_ ? leading_ : stride_) + turn * (swizzle_ ? stride_ : leading_);
    }
    std::uint32_t address = start_ + offset;
    address ^= (address >> 7 & ((1u << swizzle_) - 1)) << 4;
    address &= 0x3ffff;
    std::uint32_t raw = 0;
    const auto place = address < running_dynamic_shared() ? static_cast<std::int32_t>(address)
                                                          : static_cast<std::int32_t>(address) - 0x40000;
    std::memcpy(&raw, shared_buffer + place, static_cast<std::size_t>(bytes));
    return value_of(element_, raw);
  }

 private:
  Element element_;
  bool k_is_slow_;
  std::uint32_t start_, leading_, stride_, swizzle_;
};

// The rows of A that the four lanes of a quad hold in registers, exchanged among the warp's lanes.
struct RowCall {
  const Word* registers;
  Element element;
  double rows[2][32];
};
void finish_rows(unsigned arrived, Lane* lanes) {
  for_each_lane(arrived, [&](unsigned l) {
    RowCall& call = *reinterpret_cast<RowCall*>(lanes[l].value);
    const int wide = 4 / bytes_of(call.element);  // elements of a register
    for (unsigned quad = l / 4 * 4; quad < l / 4 * 4 + 4; ++quad) {
      if (!(arrived >> quad & 1)) continue;
      const Word* const from = reinterpret_cast<RowCall*>(lanes[quad].value)->registers;
      for (int which = 0; which < 4; ++which) {
        for (int i = 0; i < wide; ++i) {
          const int k = static_cast<int>(quad % 4) * wide + i + 4 * wide * (which >> 1);
          const auto raw = static_cast<std::uint32_t>(from[which] >> (32 / wide * i));
          call.rows[which & 1][k] = value_of(call.element, wide == 1 ? raw : raw & ((1u << (32 / wide)) - 1));
        }
      }
    }
  });
}
constexpr Operation row_operation{"wgmma", finish_rows};

float float_of(Word word) {
  const auto bits = static_cast<std::uint32_t>(word);
  float value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

struct Product {
  int n = 0, k = 0;
  char result = 'f';  // f: float, h: half, i: int
  Element a{}, b{};
  bool a_transposed = false, b_transposed = false;
  double sign = 1;
};

void multiply(const Product& p, const Word* a_registers, Word a_descriptor, Word b_descriptor, bool adds, Word* d) {
  const unsigned thread = block_state.current % group_size, warp = thread / 32, lane = thread % 32;
  RowCall call{a_registers, p.a, {}};
  if (a_registers) {
    collective(row_operation, 0xffffffff, reinterpret_cast<Word>(&call));
  } else {
    const SharedMatrix a(a_descriptor, p.a, p.a_transposed);
    for (int half = 0; half < 2; ++half) {
      for (int k = 0; k < p.k; ++k) call.rows[half][k] = a.at(static_cast<int>(16 * warp + lane / 4) + 8 * half, k);
    }
  }
  const SharedMatrix b(b_descriptor, p.b, p.b_transposed);
  for (int column = 0; column < p.n / 4; ++column) {  // of the lane: two in each eight
    const int pair = column / 2, side = column % 2;
    double values[32];
    for (int k = 0; k < p.k; ++k) values[k] = b.at(8 * pair + static_cast<int>(lane % 4) * 2 + side, k);
    for (int half = 0; half < 2; ++half) {
      double products[32], sum = 0;
      for (int k = 0; k < p.k; ++k) products[k] = p.sign * call.rows[half][k] * values[k];
      for (int k = 0; k < p.k; ++k) sum += products[k];
      const int i = 4 * pair + 2 * half + side;
      if (p.result == 'f') {
        const int fraction = bytes_of(p.a) == 1 ? fp8_group_fraction : tensor_fraction;
        const float total = cut_to_float(tensor_total(adds ? double{float_of(d[i])} : 0.0, products, p.k, fraction));
        std::uint32_t bits;
        std::memcpy(&bits, &total, sizeof bits);
        d[i] = bits;
      } else if (p.result == 'i') {
        d[i] =
            static_cast<std::uint32_t>((adds ? static_cast<std::int32_t>(d[i]) : 0) + static_cast<std::int64_t>(sum));
      } else {
        Word& word = d[i / 2];
        const int shift = 16 * (i % 2);
        const double old = adds ? value_of(Element::half, static_cast<std::uint32_t>(word >> shift & 0xffff)) : 0.0;
        const Word bits = __half(static_cast<float>(old + sum)).bits();
        word = (word & ~(Word{0xffff} << shift)) | bits << shift;
      }
    }
  }
}

PtxStep warpgroup(const PtxStatement& s) {
  const std::string& what = s.words.at(1);
  if (what == "fence" || what == "commit_group") return [](Word*) {};
  if (what == "wait_group") {
    return [](Word*) { tile_barrier(block_state.current / group_size * group_size, group_size); };
  }
  if (what != "mma_async" || s.has("sp")) throw PtxError("wgmma." + what + " is not emulated");
  auto product = std::make_shared<Product>();
  int m = 0;
  for (const std::string& w : s.words) std::sscanf(w.c_str(), "m%dn%dk%d", &m, &product->n, &product->k);
  const std::size_t last = s.words.size();
  if (m != 64 || product->n < 8 || product->n > 256 || last < 6) throw PtxError("wgmma needs a shape and three types");
  std::size_t types = last;
  if (s.words[types - 1] == "satfinite") throw PtxError("wgmma is emulated without .satfinite");
  const std::string& d_type = s.words[types - 3];
  product->result = d_type == "f32" ? 'f' : d_type == "f16" ? 'h' : 'i';
  product->a = element_named(s.words[types - 2]);
  product->b = element_named(s.words[types - 1]);
  if (product->k * bytes_of(product->a) != 32) throw PtxError("wgmma of this shape is not emulated");
  const PtxArgument d = s.arguments.at(0), a = s.arguments.at(1);
  const int b = only(s.arguments.at(2));
  const bool from_registers = a.registers.size() == 4;
  const auto elements = static_cast<std::size_t>(product->n / (product->result == 'h' ? 4 : 2));
  if (d.registers.size() != elements || (!from_registers && a.registers.size() != 1)) {
    throw PtxError("wgmma has the wrong number of registers");
  }
  // scale-d, then, as the types have them: the signs of A and B, and whether A and B are transposed.
  std::vector<int> rest;
  for (std::size_t i = 3; i < s.arguments.size(); ++i) rest.push_back(only(s.arguments[i]));
  const bool negated = s.arguments.size() > 3 && s.arguments[3].negated;
  return [=](Word* r) {
    Product p = *product;
    const auto given = [&](std::size_t i) { return i < rest.size() ? static_cast<int>(r[rest[i]]) : 0; };
    if (rest.size() >= 3) p.sign = static_cast<double>(given(1) * given(2));
    if (from_registers) {
      p.b_transposed = given(3) != 0;
    } else {
      p.a_transposed = given(3) != 0;
      p.b_transposed = given(4) != 0;
    }
    const bool adds = rest.empty() || (r[rest[0]] != 0) != negated;
    Word values[128], in[4];
    for (std::size_t i = 0; i < elements; ++i) values[i] = r[d.registers[i]];
    for (std::size_t i = 0; from_registers && i < 4; ++i) in[i] = r[a.registers[i]];
    multiply(p, from_registers ? in : nullptr, from_registers ? 0 : r[a.registers[0]], r[b], adds, values);
    for (std::size_t i = 0; i < elements; ++i) r[d.registers[i]] = values[i];
  };
}

}  // namespace

const PtxTable& ptx_warpgroup() {
  static const PtxTable table = {
      {"wgmma", warpgroup},
  };
  return table;
}

}  // namespace cuda_emulator
