// A loop whose condition is computed on the device: is it checked by the host or by the device?
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "common/owners.h"

namespace graph_loop {

// One step of each number: an even one is halved, an odd one x becomes 3 x + 1, and 1 stays 1. The loop continues until
// every number is 1; how many steps that takes is not known in advance (Collatz). Numbers up to 10^5 stay within 32
// bits.
inline constexpr std::uint32_t most_start = 100'000;

// The number of steps from each number to 1.
inline std::vector<std::uint32_t> steps_cpu(const std::vector<std::uint32_t>& start) {
  std::vector<std::uint32_t> steps(start.size(), 0);
  for (std::size_t i = 0; i < start.size(); ++i)
    for (std::uint32_t x = start[i]; x != 1; ++steps[i]) x = x % 2 == 0 ? x / 2 : 3 * x + 1;
  return steps;
}

// All in device memory: n start numbers from 1 to most_start, which are not changed; n current numbers; n results; one
// word that is not 0 while any number is not 1. n may be 0.
struct Task {
  const std::uint32_t* start;
  std::uint32_t *x, *steps;
  int* running;
  std::size_t n;
};

struct Rung {
  const char* name;
  // Prepares the loop once, and returns a function that runs it, from start to results. That function may wait or not.
  // The lifetimes of task and stream must include that of the returned function. Both throw CudaError.
  std::function<void()> (*prepare)(const Task& task, const Stream& stream);
};

std::span<const Rung> ladder();

}  // namespace graph_loop
