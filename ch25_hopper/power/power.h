// How fast a GPU multiplies matrices depends on what is in them: the inputs, and the clock while it multiplies.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <vector>

#include "common/tensor_product.h"

namespace power {

using tensor_product::bf16;

// What the matrices hold. The bits that change from one product to the next cost power, not the products.
struct Contents {
  const char* name;
  std::vector<bf16> (*elements)(std::size_t n, unsigned seed);
};
inline std::vector<bf16> all_alike(std::size_t n, float value) {
  return std::vector<bf16>(n, __float2bfloat16(value));
}
inline std::vector<bf16> signs(std::size_t n, unsigned seed) {
  std::vector<bf16> x(n);
  const std::vector<unsigned> bits = random_integers<unsigned>(n, 0, 1, seed);
  for (std::size_t i = 0; i < n; ++i) x[i] = __float2bfloat16(bits[i] ? 1.0f : -1.0f);
  return x;
}
inline std::vector<Contents> contents() {
  return {
      {"random", tensor_product::random_elements},
      {"-1 and 1", signs},
      {"ones", [](std::size_t n, unsigned) { return all_alike(n, 1); }},
      {"zeros", [](std::size_t n, unsigned) { return all_alike(n, 0); }},
  };
}

// The clock of the SMs in MHz now, by a kernel that counts cycles for some ten microseconds.
double clock_mhz();

}  // namespace power
