// cuRAND's device interface: each thread generates its own numbers where it needs them. It has a state, and no two
// threads may use the same part of a sequence. The example counts points in a quarter of a circle, which gives pi.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>

#include "common/owners.h"

namespace device_api {

// The rungs. Each of `threads` threads draws `points` points (x, y) in the unit square, `points` a multiple of 2;
// *inside is set to the number of points in the quarter of the circle, x * x + y * y <= 1. States come from the seed
// and the thread's number. states: state_bytes(threads) bytes; only kept_states uses them, after setup has filled them.
// They do not wait for the device, and throw CudaError.
struct Task {
  std::size_t threads;  // may be 0
  int points;
  unsigned long long seed;
  void* states;
  unsigned long long* inside;
};

void setup(const Task& task, cudaStream_t stream = nullptr);  // the states of kept_states at their beginning
std::size_t state_bytes(std::size_t threads);
std::size_t xorwow_bytes();  // of one state
std::size_t philox_bytes();

struct Rung {
  const char* name;
  void (*run)(const Task& task, cudaStream_t stream);
};

std::span<const Rung> ladder();

inline constexpr double pi = 3.14159265358979323846;

// The distance of 4 * inside / n from pi, in its standard deviations: inside is binomial with the probability pi / 4.
inline double deviations(unsigned long long inside, double n) {
  const double p = pi / 4;
  return (static_cast<double>(inside) - n * p) / std::sqrt(n * p * (1 - p));
}
inline constexpr double most_deviations = 6;  // exceeded once in 5 * 10^8 seeds

// ---- A random walk: each of `walkers` threads takes `steps` steps, a multiple of 32, of +1 or -1: a bit of Philox
// each. ends: where each walker ends. It does not wait for the device.
void walk(int* ends, std::size_t walkers, int steps, unsigned long long seed, cudaStream_t stream = nullptr);

// The reference for philox and walk: word number `place` of a subsequence (Salmon, Moraes, Dror, Shaw, "Parallel Random
// Numbers: As Easy as 1, 2, 3", 2011). It encrypts a counter of 128 bits: place / 4 is its lower half, the subsequence
// its upper half.
std::uint32_t philox_cpu(std::uint64_t seed, std::uint64_t subsequence, std::uint64_t place);
unsigned long long philox_inside_cpu(std::size_t threads, int points, std::uint64_t seed);
int walk_cpu(std::uint64_t walker, int steps, std::uint64_t seed);

}  // namespace device_api
