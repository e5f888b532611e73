// Products and sums with one rounding, which the C library's functions do not always give: fmaf needs the processor's
// rounding modes, which WebAssembly does not have, and fma adds a zero to a product that was rounded to zero.
#include <bit>
#include <cmath>
#include <cstdint>

// In double the product is exact. The sum is rounded to an odd last bit if it is not exact: no such number is halfway
// between two floats, so the second rounding gives what a single one would (Boldo, Melquiond 2008).
extern "C" float fmaf(float x, float y, float z) {
  const double product = static_cast<double>(x) * y, added = z, sum = product + added;
  if (!std::isfinite(sum)) return static_cast<float>(sum);
  const double part = sum - product, error = (product - (sum - part)) + (added - part);
  const auto bits = std::bit_cast<std::uint64_t>(sum);
  if (error == 0 || (bits & 1) != 0) return static_cast<float>(sum);
  return static_cast<float>(std::bit_cast<double>((error > 0) == (sum > 0) ? bits + 1 : bits - 1));
}

extern "C" double __real_fma(double x, double y, double z);
extern "C" double __wrap_fma(double x, double y, double z) {
  return z == 0 && x != 0 && y != 0 ? x * y : __real_fma(x, y, z);
}
