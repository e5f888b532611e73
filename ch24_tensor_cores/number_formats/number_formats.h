// The number formats of tensor cores: what rounding the factors to a format loses, and what adding the products loses.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "common/check.h"

namespace number_formats {

struct Shape {
  int rows, inner, cols;
};

// How an instruction adds: `group` products and the sum so far at a time, cut `fraction` bits below the largest
// exponent. If `apart` is not 0, the sum of that many products begins at 0 and is then added to the others as floats
// are. group is 0 if sums are whole numbers, of which nothing is lost.
struct Adder {
  int group, fraction, apart = 0;
};

// A format with the instruction that multiplies it. bits: the element nearest to a number; value: what an element
// stands for, in units (1 but for whole numbers).
struct Rung {
  const char* name;
  int bytes;  // of an element
  std::uint32_t (*bits)(float number);
  double (*value)(std::uint32_t bits);
  Adder adder;
  Needs needs;
  // c = a b in units, in device memory: c by rows, a by rows and b by columns, each row of a and column of b
  // in `pitch` bytes, a multiple of 32 that holds inner elements, and zeros behind them. Every element of c is
  // overwritten.
  void (*run)(const std::uint32_t* a, const std::uint32_t* b, double* c, Shape shape, int pitch, cudaStream_t stream);
  double unit = 1;
};

std::span<const Rung> ladder();

inline int pitch_of(const Rung& rung, int inner) {
  return (inner * rung.bytes + 31) / 32 * 32;
}

// Numbers (`lines` rows of a, or columns of b, of inner numbers each) as elements, and the values of these in units.
struct Elements {
  std::vector<std::uint32_t> words;
  std::vector<double> values;
};
Elements elements_of(const Rung& rung, const std::vector<float>& numbers, int lines, int inner);

// The sums of a rung by the model of its adder, and, to compare with, by float additions one after the other. a and b
// hold values.
std::vector<double> modelled(const Adder& adder, const std::vector<double>& a, const std::vector<double>& b,
                             Shape shape);
std::vector<double> one_by_one(const std::vector<double>& a, const std::vector<double>& b, Shape shape);
// In double.
std::vector<double> multiply_cpu(const std::vector<double>& a, const std::vector<double>& b, Shape shape);

}  // namespace number_formats
