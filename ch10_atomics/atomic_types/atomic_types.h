// Additions by atomics in numbers of several types, by the device's own instruction and by compare and swap.
#pragma once

#include <cuda_runtime.h>

#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

#include "common/check.h"

namespace atomic_types {

using Small = signed char;  // -1, 0 or 1: their sums are exact in every type as long as they stay small

// The reference: x[i] is added to word i % words.
inline std::vector<double> sums_cpu(const std::vector<Small>& x, std::size_t words) {
  std::vector<double> sums(words);
  for (std::size_t i = 0; i < x.size(); ++i) sums[i % words] += x[i];
  return sums;
}

// A rung: a type, and how a thread adds to a word of it. A word of a vector type holds `parts` numbers, and an addition
// adds x[i] to each of them.
struct Rung {
  const char* name;
  std::size_t bytes;  // of a word
  // Sets the words to 0, and adds x[i] to word i % words. Both point to device memory: n values, which are not changed,
  // and `words` words, at least one; n may be 0. Does not wait; throws CudaError if a launch fails.
  void (*run)(const Small* x, std::size_t n, void* sums, std::size_t words);
  double (*number)(const void* sums, std::size_t i);  // on the host: the i-th number of all words
  int parts;
  double exact_to;  // the type holds all whole numbers up to this one
  Needs needs = {};
};

std::span<const Rung> ladder();

// The largest difference of a rung's words, which have been copied to the host, to the reference; NaN if one is NaN.
inline double worst_error(const Rung& rung, const void* sums, const std::vector<double>& expected) {
  double worst = 0;
  for (std::size_t i = 0; i < expected.size() * rung.parts; ++i) {
    const double off = std::abs(rung.number(sums, i) - expected[i / rung.parts]);
    if (!(off <= worst)) worst = off;
  }
  return worst;
}

inline constexpr std::size_t largest_word = 16;  // bytes

}  // namespace atomic_types
