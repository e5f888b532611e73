// Matrix product with factors of 8 bits, which are numbers only together with a scale: one for a matrix, or one for
// each row of a and column of b.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "common/check.h"
#include "common/product.h"

namespace int8_and_fp8 {

using product::Shape;

// A matrix of 8-bit elements: lines (rows of a, columns of b) in `pitch` bytes each, a multiple of 16, with zeros
// behind their elements. A number is about scale times the value of its element.
struct Quantised {
  std::vector<std::uint8_t> bytes;
  std::vector<double> values;  // of the elements, without the padding
  std::vector<float> scales;   // of each line
};

inline std::size_t pitch_of(std::size_t inner) {
  return (inner + 15) / 16 * 16;
}

struct Matrix {
  const std::uint8_t* bytes;
  const float* scales;
};

// A rung. quantise: numbers of `lines` lines as elements. run: c = a b with the scales, by rows, in device memory
// aligned to 16 bytes; any side may be 0. Every element of c is overwritten. The work is enqueued in stream. run throws
// CudaError if a launch fails, std::length_error if no grid can hold the result.
struct Rung {
  const char* name;
  Quantised (*quantise)(const std::vector<float>& numbers, std::size_t lines, std::size_t inner);
  void (*run)(Matrix a, Matrix b, float* c, Shape shape, cudaStream_t stream);
  Needs needs;
};

std::span<const Rung> ladder();

// The same product of int8 without scales by a library, into whole numbers of 32 bits; empty if none is built in.
struct Peer {
  const char* name;
  void (*run)(const std::uint8_t* a, const std::uint8_t* b, std::int32_t* c, Shape shape, cudaStream_t stream);
};
inline std::vector<Peer>& peers() {
  static std::vector<Peer> list;
  return list;
}

// The product in double: lines of a and of b, in which `inner` numbers follow each other.
std::vector<double> multiply_lines(std::span<const double> a, std::span<const double> b, Shape shape);
// With the values and the scales of elements: what a rung's result should be, but for its own rounding.
std::vector<double> scaled_product(const Quantised& a, const Quantised& b, Shape shape);

// What a result may differ from that, relative to the sum of its terms' magnitudes: int8 adds without error and rounds
// the sum, and its products with two scales. Sums of E4M3 are floats; each 32 products lose what two steps of 16 lose,
// 17 2^-25 + 2^-23 each, and one rounding, 2^-24.
inline double error_bound(std::size_t inner) {
  const double steps = static_cast<double>((inner + 31) / 32);
  return 4 * 0x1p-24 + steps * (2 * (17 * 0x1p-25 + 0x1p-23) + 0x1p-24);
}

}  // namespace int8_and_fp8
