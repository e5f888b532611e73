// Functions for types other than float: integers, the bits of a word, four bytes in a word, double, half and bfloat16.
// Most compile to one or a few instructions; a loop in C++ would take many.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>

#include "common/check.h"
#include "common/lesson.h"

namespace {

// The results, in the order in which show() prints them.
struct Results {
  unsigned bits_set, leading_zeros, lowest_set, reversed, high_product, rearranged, shifted;
  int dot;
  unsigned sum_of_four, larger_of_four, differences_of_four;
  unsigned bits_of_float;
  float float_of_bits;
  int high_word;
  double double_of_words;
  double fused, separate, cube_root, length, error_function;
  float half_fused, half_root, half_sum_low, half_sum_high;
  float bfloat_third, bfloat_sum, half_third;
};

__global__ void other_types_kernel(unsigned u, unsigned v, float x, double a, double b, double c, Results* r) {
  // Integers.
  r->bits_set = __popc(u);
  r->leading_zeros = __clz(u);
  r->lowest_set = __ffs(u);  // its position, counted from 1
  r->reversed = __brev(u);
  r->high_product = __umulhi(u, v);           // the upper 32 of the 64 bits of u * v
  r->rearranged = __byte_perm(u, v, 0x0123);  // any four of the eight bytes of v and u; here those of u, reversed
  r->shifted = __funnelshift_l(u, v, 8);      // v:u as 64 bits, v the upper word, shifted left: the upper word
  r->dot = __dp4a(static_cast<int>(u), static_cast<int>(v), 1000);  // four products of signed bytes, added to 1000

  // Four bytes in a word: each pair is computed separately, without a carry into the next byte.
  r->sum_of_four = __vadd4(u, v);
  r->larger_of_four = __vmaxu4(u, v);
  r->differences_of_four = __vabsdiffu4(u, v);

  // The same bits as another type: no instruction at all, or a move.
  r->bits_of_float = __float_as_uint(x);
  r->float_of_bits = __uint_as_float(0x40490fdbu);
  r->high_word = __double2hiint(a);
  r->double_of_words = __hiloint2double(__double2hiint(a), __double2loint(a));

  // Double: the names are those of C++. fma rounds once; a product and a sum round twice.
  r->fused = fma(a, b, c);
  r->separate = __dadd_rn(__dmul_rn(a, b), c);  // the compiler may not fuse these two
  r->cube_root = cbrt(2.0);
  r->length = hypot(3.0, 4.0);
  r->error_function = erf(0.5);

  // Half has 11 binary digits. A half2 holds two halves, and one instruction computes both.
  const __half h = __float2half(1.5f), k = __float2half(2.25f);
  r->half_fused = __half2float(__hfma(h, k, h));
  r->half_root = __half2float(hsqrt(k));
  const __half2 sum = __hadd2(__halves2half2(h, k), __halves2half2(k, k));
  r->half_sum_low = __low2float(sum);
  r->half_sum_high = __high2float(sum);
  r->half_third = __half2float(__float2half(1.0f / 3));

  // bfloat16 has the range of a float and 8 binary digits.
  r->bfloat_third = __bfloat162float(__float2bfloat16(1.0f / 3));
  r->bfloat_sum = __bfloat162float(__hadd(__float2bfloat16(256.0f), __float2bfloat16(1.0f)));
}

int byte_of(unsigned word, int i) {
  return static_cast<int>(word >> (8 * i) & 0xff);
}

// Calls of_byte(byte of u, byte of v) four times, and packs the resulting bytes into a word.
template <typename Function>
unsigned by_bytes(unsigned u, unsigned v, Function of_byte) {
  unsigned word = 0;
  for (int i = 0; i < 4; ++i) word |= static_cast<unsigned>(of_byte(byte_of(u, i), byte_of(v, i)) & 0xff) << (8 * i);
  return word;
}

// The references, as loops over bits and bytes.
void show_words(Lesson& lesson, const Results& r, unsigned u, unsigned v) {
  unsigned set = 0, zeros = 32, lowest = 0, reversed = 0;
  int dot = 1000;
  for (unsigned bit = 0; bit < 32; ++bit) {
    if (!(u >> bit & 1)) continue;
    ++set;
    zeros = 31 - bit;
    if (lowest == 0) lowest = bit + 1;
    reversed |= 1u << (31 - bit);
  }
  for (int i = 0; i < 4; ++i) dot += static_cast<std::int8_t>(byte_of(u, i)) * static_cast<std::int8_t>(byte_of(v, i));
  const auto row = [&](const char* call, unsigned result, unsigned expected, const char* what) {
    std::printf("  %-28s %08x  %s\n", call, result, what);
    lesson.expect(result == expected, call);
  };
  std::printf("\nu = %08x, v = %08x (hexadecimal)\n", u, v);
  row("__popc(u)", r.bits_set, set, "number of bits that are 1");
  row("__clz(u)", r.leading_zeros, zeros, "leading zeros");
  row("__ffs(u)", r.lowest_set, lowest, "position of the lowest 1 bit, counted from 1; 0: none");
  row("__brev(u)", r.reversed, reversed, "bits in reverse order");
  row("__umulhi(u, v)", r.high_product, static_cast<unsigned>(std::uint64_t{u} * v >> 32), "upper half of the product");
  row("__byte_perm(u, v, 0x0123)", r.rearranged, u >> 24 | (u >> 8 & 0xff00) | (u << 8 & 0xff0000) | u << 24,
      "any four bytes of u and v: here those of u, reversed");
  row("__funnelshift_l(u, v, 8)", r.shifted, v << 8 | u >> 24, "upper word of the pair v, u, shifted left by 8 bits");
  row("__dp4a(u, v, 1000)", static_cast<unsigned>(r.dot), static_cast<unsigned>(dot), "1000 + 4 products of bytes");
  row("__vadd4(u, v)", r.sum_of_four, by_bytes(u, v, [](int a, int b) { return a + b; }), "4 sums of bytes");
  row("__vmaxu4(u, v)", r.larger_of_four, by_bytes(u, v, [](int a, int b) { return a > b ? a : b; }), "4 maxima");
  row("__vabsdiffu4(u, v)", r.differences_of_four, by_bytes(u, v, [](int a, int b) { return a > b ? a - b : b - a; }),
      "4 absolute differences");
}

void show_reals(Lesson& lesson, const Results& r, float x, double a) {
  unsigned bits;
  std::memcpy(&bits, &x, sizeof bits);
  std::printf("\n  %-28s %08x  the bits of %g\n", "__float_as_uint(x)", r.bits_of_float, static_cast<double>(x));
  lesson.expect(r.bits_of_float == bits, "__float_as_uint");
  std::uint64_t words;
  std::memcpy(&words, &a, sizeof words);
  lesson.expect(r.high_word == static_cast<int>(words >> 32) && r.double_of_words == a, "words of a double");

  // error: relative, in units of the type's epsilon.
  const auto row = [&](const char* call, double result, double expected, double error, const char* what) {
    std::printf("  %-28s %-22.17g  %s\n", call, result, what);
    lesson.expect(std::abs(result - expected) <= error * 0x1p-52 * std::abs(expected), call);
  };
  row("__uint_as_float(0x40490fdb)", static_cast<double>(r.float_of_bits), static_cast<double>(3.14159274f), 0,
      "the float nearest to pi");
  row("fma(a, b, c)", r.fused, 0x1p-54, 0, "a = b = 1 + 2^-27, c = -1 - 2^-26: rounded once");
  row("a * b + c", r.separate, 0, 0, "rounded twice: the remainder is lost");
  row("cbrt(2.0)", r.cube_root, std::cbrt(2.0), 4, "double, up to an ulp or two from the host's");
  row("hypot(3.0, 4.0)", r.length, 5, 4, "");
  row("erf(0.5)", r.error_function, std::erf(0.5), 4, "");
  row("__hfma(1.5, 2.25, 1.5)", static_cast<double>(r.half_fused), 4.875, 0, "half");
  row("hsqrt(2.25)", static_cast<double>(r.half_root), 1.5, 0, "");
  row("__hadd2, the lower half", static_cast<double>(r.half_sum_low), 3.75, 0, "1.5 + 2.25");
  row("__hadd2, the upper half", static_cast<double>(r.half_sum_high), 4.5, 0, "2.25 + 2.25, in the same instruction");
  row("1 / 3 in half", static_cast<double>(r.half_third), 1365 * 0x1p-12, 0, "11 binary digits");
  row("1 / 3 in bfloat16", static_cast<double>(r.bfloat_third), 171 * 0x1p-9, 0, "8 binary digits");
  row("256 + 1 in bfloat16", static_cast<double>(r.bfloat_sum), 256, 0, "neighbouring values are 2 apart there");
}

void show(Lesson& lesson, unsigned u, unsigned v) {
  const float x = 1.5f;
  const double a = 1 + 0x1p-27, c = -1 - 0x1p-26;
  Results* d_results = nullptr;
  Results results;
  check(cudaMalloc(&d_results, sizeof results));
  check(cudaMemset(d_results, 0xFF, sizeof results));
  other_types_kernel<<<1, 1>>>(u, v, x, a, a, c, d_results);
  check(cudaGetLastError());
  check(cudaMemcpy(&results, d_results, sizeof results, cudaMemcpyDeviceToHost));
  check(cudaFree(d_results));
  show_words(lesson, results, u, v);
  show_reals(lesson, results, x, a);
  std::printf(
      "\nMost of these compile to one or a few instructions: look for POPC, PRMT, IDP and HFMA2 in cuobjdump -sass.\n");
}

}  // namespace

int main(int argc, char** argv) {
  Lesson lesson("other_types", "Functions for integers, for the bytes of a word, and for double, half and bfloat16.",
                Options::shown);
  const std::size_t word = 0xFFFFFFFF;
  const std::size_t& u = lesson.size("--u", 0x12F40680, 0x12F40680, "a word of 32 bits, as a decimal number", 0, word);
  const std::size_t& v = lesson.size("--v", 0x7F81FF03, 0x7F81FF03, "a second word of 32 bits", 0, word);
  return lesson.main(argc, argv, [&] { show(lesson, static_cast<unsigned>(u), static_cast<unsigned>(v)); });
}
