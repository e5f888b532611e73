// A barrier for the whole grid: heat that spreads along a rod, with one launch per step or one launch for all steps.
#pragma once

#include <cmath>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

namespace grid_sync {

// One step: a point keeps half of its temperature and takes a quarter of each neighbour's. The ends keep theirs.
inline std::vector<float> spread_cpu(std::vector<float> t, int steps) {
  std::vector<float> next = t;
  for (int s = 0; s < steps; ++s) {
    for (std::size_t i = 1; i + 1 < t.size(); ++i) next[i] = std::fma(0.25f, t[i - 1] + t[i + 1], 0.5f * t[i]);
    std::swap(t, next);
  }
  return t;
}

// The rungs: t and scratch point to n floats in device memory, n may be 0. After steps steps t holds the temperatures;
// scratch is overwritten. A rung does not wait for the device, and throws CudaError if a launch fails. fma rounds once
// wherever it runs, so every result is exact.
struct Rung {
  const char* name;
  void (*spread)(float* t, float* scratch, std::size_t n, int steps);
};

std::span<const Rung> ladder();

// False if this device cannot run all blocks of a grid together.
bool cooperative_launch_supported();

}  // namespace grid_sync
