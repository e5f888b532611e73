// Skipping ahead in the generators of curand_kernel.h: a step is linear, so n steps are a power of its matrix. The
// powers of two are computed once and stored.
#include "emulator/random.hpp"

#include <array>
#include <memory>
#include <vector>

namespace cuda_emulator {
namespace {

// ---- XORWOW's xorshift part: 160 bits over GF(2) ----

using Words = std::array<unsigned, 5>;
constexpr unsigned xorwow_bits = 160, nibbles = xorwow_bits / 4;

// A matrix as the images of every value that each four bits of the vector can take: a product is 40 look-ups.
struct XorwowMatrix {
  std::array<std::array<Words, 16>, nibbles> image;

  explicit XorwowMatrix(const std::vector<Words>& columns) {
    for (unsigned n = 0; n < nibbles; ++n) {
      for (unsigned value = 0; value < 16; ++value) {
        Words sum{};
        for (unsigned bit = 0; bit < 4; ++bit) {
          if (value >> bit & 1) {
            for (unsigned w = 0; w < 5; ++w) sum[w] ^= columns[n * 4 + bit][w];
          }
        }
        image[n][value] = sum;
      }
    }
  }
  Words operator*(const Words& v) const {
    Words sum{};
    for (unsigned n = 0; n < nibbles; ++n) {
      const Words& part = image[n][v[n / 8] >> n % 8 * 4 & 15];
      for (unsigned w = 0; w < 5; ++w) sum[w] ^= part[w];
    }
    return sum;
  }
};

// Element k is the matrix of 2^k steps.
const std::vector<XorwowMatrix>& xorwow_powers() {
  static const std::vector<XorwowMatrix> powers = [] {
    std::vector<Words> columns(xorwow_bits);
    for (unsigned bit = 0; bit < xorwow_bits; ++bit) {
      unsigned v[5] = {}, d = 0;
      v[bit / 32] = 1u << bit % 32;
      xorwow_next(v, d);
      columns[bit] = {v[0], v[1], v[2], v[3], v[4]};
    }
    std::vector<XorwowMatrix> made;
    for (unsigned k = 0; k < xorwow_sequence_log2 + 64; ++k) {
      const XorwowMatrix& last = made.emplace_back(columns);
      for (Words& column : columns) column = last * column;
    }
    return made;
  }();
  return powers;
}

// ---- MRG32k3a: 3 x 3 matrices modulo two primes ----

using Matrix = std::array<std::array<unsigned long long, 3>, 3>;

Matrix product(const Matrix& a, const Matrix& b, unsigned long long modulus) {
  Matrix result{};
  for (unsigned i = 0; i < 3; ++i) {
    for (unsigned j = 0; j < 3; ++j) {
      for (unsigned k = 0; k < 3; ++k) result[i][j] = (result[i][j] + a[i][k] * b[k][j] % modulus) % modulus;
    }
  }
  return result;
}

struct MrgPowers {
  static constexpr unsigned count = mrg_sequence_log2 + 64;
  std::array<Matrix, count> of_1, of_2;

  MrgPowers() {
    Matrix step_1{{{0, 1, 0}, {0, 0, 1}, {mrg_modulus_1 - 810728, 1403580, 0}}};
    Matrix step_2{{{0, 1, 0}, {0, 0, 1}, {mrg_modulus_2 - 1370589, 0, 527612}}};
    for (unsigned k = 0; k < count; ++k) {
      of_1[k] = step_1;
      of_2[k] = step_2;
      step_1 = product(step_1, step_1, mrg_modulus_1);
      step_2 = product(step_2, step_2, mrg_modulus_2);
    }
  }
};

void multiply(const Matrix& matrix, unsigned (&s)[3], unsigned long long modulus) {
  unsigned long long result[3];
  for (unsigned i = 0; i < 3; ++i) {
    result[i] =
        (matrix[i][0] * s[0] % modulus + matrix[i][1] * s[1] % modulus + matrix[i][2] * s[2] % modulus) % modulus;
  }
  for (unsigned i = 0; i < 3; ++i) s[i] = static_cast<unsigned>(result[i]);
}

}  // namespace

void xorwow_advance(unsigned (&v)[5], unsigned long long n, unsigned log2) {
  if (n == 0) return;
  Words words = {v[0], v[1], v[2], v[3], v[4]};
  const std::vector<XorwowMatrix>& powers = xorwow_powers();
  for (; n; n &= n - 1) words = powers[log2 + static_cast<unsigned>(__builtin_ctzll(n))] * words;
  for (unsigned i = 0; i < 5; ++i) v[i] = words[i];
}

void mrg_advance(unsigned (&s1)[3], unsigned (&s2)[3], unsigned long long n, unsigned log2) {
  if (n == 0) return;
  static const std::unique_ptr<const MrgPowers> powers = std::make_unique<const MrgPowers>();
  for (; n; n &= n - 1) {
    const unsigned k = log2 + static_cast<unsigned>(__builtin_ctzll(n));
    multiply(powers->of_1[k], s1, mrg_modulus_1);
    multiply(powers->of_2[k], s2, mrg_modulus_2);
  }
}

}  // namespace cuda_emulator
