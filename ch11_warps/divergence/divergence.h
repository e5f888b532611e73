// Threads of a warp that take different branches: what this costs, and when it costs nothing.
#pragma once

#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

namespace divergence {

inline constexpr int long_path = 256;  // steps
inline constexpr int short_path = 1;
inline constexpr int fewest_turns = 8, most_turns = 32 * fewest_turns;  // of a loop that differs by lane or by warp
inline constexpr int mean_turns = (fewest_turns + most_turns) / 2;
inline constexpr float decay = 0.999f, gain = 0.001f;

// The paths: a chain of fused multiply-adds each. Values in [0, 1] stay there.
inline float walk(float v, int path, int steps) {
  for (int s = 0; s < steps; ++s)
    v = path == 0 ? std::fma(v, decay, gain) : std::fma(-v, v, 1.0f - gain * static_cast<float>(path - 1));
  return v;
}

// The rungs: y[i] = walk(x[i], path of i, steps). x and y point to n floats in device memory, x is not changed, n may
// be 0. A rung does not wait for the device, and throws CudaError if a launch fails. fma rounds once wherever it runs,
// so every result is exact.
struct Rung {
  const char* name;
  void (*run)(const float* x, std::size_t n, float* y);
  int (*path)(std::size_t i);
  int steps;                              // on average, if they differ
  int (*turns)(std::size_t i) = nullptr;  // the steps of element i, if they differ
};

inline int path_one(std::size_t) {
  return 0;
}
inline int path_of_warp(std::size_t i) {
  return static_cast<int>(i / 32 % 2);
}
inline int path_of_thread(std::size_t i) {
  return static_cast<int>(i % 2);
}
inline int path_of_half_warp(std::size_t i) {
  return static_cast<int>(i / 16 % 2);
}
inline int path_of_eight(std::size_t i) {
  return static_cast<int>(i % 8);
}
inline int turns_of_warp(std::size_t i) {
  return static_cast<int>(i / 32 % 32 + 1) * fewest_turns;
}
inline int turns_of_thread(std::size_t i) {
  return static_cast<int>(i % 32 + 1) * fewest_turns;
}

std::span<const Rung> ladder();

inline std::vector<float> walk_cpu(const Rung& rung, const std::vector<float>& x) {
  std::vector<float> y(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) y[i] = walk(x[i], rung.path(i), rung.turns ? rung.turns(i) : rung.steps);
  return y;
}

}  // namespace divergence
