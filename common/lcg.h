// The chapter's work: each element advances by a number of steps of a linear congruential generator. Few bytes, as much
// arithmetic as desired, and exact: steps are an affine map, so the reference can jump any number of them.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

// Kernels get it as an argument: the compiler would fold many steps into one if it knew the constants.
struct Lcg {
  std::uint32_t multiplier = 1664525, increment = 1013904223;

  __host__ __device__ std::uint32_t stepped(std::uint32_t x, int steps) const {
    for (int i = 0; i < steps; ++i) x = x * multiplier + increment;
    return x;
  }

  // The same without a loop over the steps: squares the map, and applies the powers given by the bits of steps.
  std::uint32_t jumped(std::uint32_t x, std::uint64_t steps) const {
    for (Lcg power = *this; steps > 0; steps /= 2) {
      if (steps % 2 == 1) x = x * power.multiplier + power.increment;
      power = {power.multiplier * power.multiplier, power.multiplier * power.increment + power.increment};
    }
    return x;
  }
};
