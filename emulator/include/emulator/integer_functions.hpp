// Device functions: products, sums and means of integers, dot products of packed ones.
#pragma once
#include "emulator/bit_functions.hpp"
#include "emulator/vector_types.hpp"

constexpr int __mul24(int a, int b) {
  const auto low24 = [](int v) { return static_cast<long long>(static_cast<int>(static_cast<unsigned>(v) << 8) >> 8); };
  return static_cast<int>(low24(a) * low24(b));
}
constexpr unsigned __umul24(unsigned a, unsigned b) {
  return static_cast<unsigned>(static_cast<unsigned long long>(a & 0xffffff) * (b & 0xffffff));
}
constexpr int __mulhi(int a, int b) {
  return static_cast<int>(static_cast<long long>(a) * b >> 32);
}
constexpr unsigned __umulhi(unsigned a, unsigned b) {
  return static_cast<unsigned>(static_cast<unsigned long long>(a) * b >> 32);
}
constexpr long long __mul64hi(long long a, long long b) {
  return static_cast<long long>(static_cast<__int128>(a) * b >> 64);
}
constexpr unsigned long long __umul64hi(unsigned long long a, unsigned long long b) {
  return static_cast<unsigned long long>(static_cast<unsigned __int128>(a) * b >> 64);
}
constexpr int mul24(int a, int b) {
  return __mul24(a, b);
}
constexpr unsigned umul24(unsigned a, unsigned b) {
  return __umul24(a, b);
}
constexpr int mulhi(int a, int b) {
  return __mulhi(a, b);
}
constexpr unsigned umulhi(unsigned a, unsigned b) {
  return __umulhi(a, b);
}
constexpr unsigned __sad(int a, int b, unsigned c) {
  return c + (a < b ? static_cast<unsigned>(b) - static_cast<unsigned>(a)
                    : static_cast<unsigned>(a) - static_cast<unsigned>(b));
}
constexpr unsigned __usad(unsigned a, unsigned b, unsigned c) {
  return c + (a < b ? b - a : a - b);
}
constexpr int __hadd(int a, int b) {
  return static_cast<int>((static_cast<long long>(a) + b) >> 1);
}
constexpr int __rhadd(int a, int b) {
  return static_cast<int>((static_cast<long long>(a) + b + 1) >> 1);
}
constexpr unsigned __uhadd(unsigned a, unsigned b) {
  return static_cast<unsigned>((static_cast<unsigned long long>(a) + b) >> 1);
}
constexpr unsigned __urhadd(unsigned a, unsigned b) {
  return static_cast<unsigned>((static_cast<unsigned long long>(a) + b + 1) >> 1);
}

// Dot products of packed bytes, and of 16-bit halves with bytes.
namespace cuda_emulator {
template <class Part, class Word>
constexpr auto packed(Word word, unsigned i) {
  return static_cast<Part>(word >> (i * sizeof(Part) * 8));
}
template <class PartA, class PartB, class A, class B, class C>
constexpr auto dot(A a, B b, C c, unsigned count, unsigned first_b = 0) {
  long long sum = 0;
  for (unsigned i = 0; i < count; ++i) sum += packed<PartA>(a, i) * packed<PartB>(b, first_b + i);
  return static_cast<C>(static_cast<unsigned>(c) + static_cast<unsigned>(sum));
}
}  // namespace cuda_emulator
constexpr int __dp4a(int a, int b, int c) {
  return cuda_emulator::dot<signed char, signed char>(a, b, c, 4);
}
constexpr unsigned __dp4a(unsigned a, unsigned b, unsigned c) {
  return cuda_emulator::dot<unsigned char, unsigned char>(a, b, c, 4);
}
constexpr int __dp2a_lo(int a, int b, int c) {
  return cuda_emulator::dot<short, signed char>(a, b, c, 2);
}
constexpr int __dp2a_hi(int a, int b, int c) {
  return cuda_emulator::dot<short, signed char>(a, b, c, 2, 2);
}
constexpr unsigned __dp2a_lo(unsigned a, unsigned b, unsigned c) {
  return cuda_emulator::dot<unsigned short, unsigned char>(a, b, c, 2);
}
constexpr unsigned __dp2a_hi(unsigned a, unsigned b, unsigned c) {
  return cuda_emulator::dot<unsigned short, unsigned char>(a, b, c, 2, 2);
}
inline int __dp4a(char4 a, char4 b, int c) {
  return __dp4a(cuda_emulator::bit_cast<int>(a), cuda_emulator::bit_cast<int>(b), c);
}
inline unsigned __dp4a(uchar4 a, uchar4 b, unsigned c) {
  return __dp4a(cuda_emulator::bit_cast<unsigned>(a), cuda_emulator::bit_cast<unsigned>(b), c);
}
