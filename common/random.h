// Seeded random data: the same seed gives the same data on every machine (the generators and the maps to values are our
// own arithmetic on std::mt19937_64, whose sequence the standard defines; it does not define its distributions).
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <type_traits>
#include <vector>

// Random 64-bit numbers, one for every index below n, a block at a time: calls use(first, bits), where bits[k] belongs
// to index first + k, by several threads at once. Each 2^20 numbers have a separate engine, for any number of threads.
void for_random_blocks(std::size_t n, unsigned seed,
                       const std::function<void(std::size_t first, const std::vector<std::uint64_t>& bits)>& use);

// The same number by number: calls use(i, bits) for every i below n.
template <typename Use>
void for_random_bits(std::size_t n, unsigned seed, const Use& use) {
  for_random_blocks(n, seed, [&use](std::size_t first, const std::vector<std::uint64_t>& bits) {
    for (std::size_t k = 0; k < bits.size(); ++k) use(first + k, bits[k]);
  });
}

// Reals in [low, high).
template <typename Real>
std::vector<Real> random_reals(std::size_t n, Real low, Real high, unsigned seed) {
  static_assert(std::is_floating_point_v<Real>);
  std::vector<Real> x(n);
  for_random_bits(n, seed, [&](std::size_t i, std::uint64_t bits) {
    const double unit = static_cast<double>(bits >> 11) * 0x1p-53;
    const Real v = static_cast<Real>(low + (static_cast<double>(high) - low) * unit);
    x[i] = v >= high ? low : v;  // rounding to float can give high
  });
  return x;
}

// Integers from low to high, both included. In floating point: sums of them are exact in any order.
template <typename T>
std::vector<T> random_integers(std::size_t n, std::int64_t low, std::int64_t high, unsigned seed) {
  const std::uint64_t range = static_cast<std::uint64_t>(high - low) + 1;  // 0 means 2^64
  std::vector<T> x(n);
  for_random_bits(n, seed, [&](std::size_t i, std::uint64_t bits) {
    const std::uint64_t value = static_cast<std::uint64_t>(low) + (range == 0 ? bits : bits % range);
    x[i] = static_cast<T>(static_cast<std::int64_t>(value));  // unsigned until here: the sum may wrap around
  });
  return x;
}

// Odd integers from -15 to 15. Their sum is exact in any order and type as long as no part of it reaches 2^24, which
// sums of both signs do not, and every lost element changes it.
template <typename Real>
std::vector<Real> random_odd_integers(std::size_t n, unsigned seed) {
  std::vector<Real> x = random_integers<Real>(n, -8, 7, seed);
  for (Real& v : x) v = 2 * v + 1;
  return x;
}
