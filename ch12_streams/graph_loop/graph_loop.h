// A loop whose end only the device knows: who asks whether it goes on?
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "common/stream.h"

namespace graph_loop {

// One step of each number: an even one is halved, an odd one x becomes 3 x + 1, and 1 stays 1. The loop makes steps
// until every number is 1; no number beforehand says how many that takes (Collatz). Of numbers up to 10^5 none goes
// beyond 32 bits on the way.
inline constexpr std::uint32_t most_start = 100'000;

// The steps that each number takes to 1.
inline std::vector<std::uint32_t> steps_cpu(const std::vector<std::uint32_t>& start) {
  std::vector<std::uint32_t> steps(start.size(), 0);
  for (std::size_t i = 0; i < start.size(); ++i)
    for (std::uint32_t x = start[i]; x != 1; ++steps[i]) x = x % 2 == 0 ? x / 2 : 3 * x + 1;
  return steps;
}

// All in device memory: n numbers from 1 to most_start, which are not changed; n numbers on their way; n results; one
// word that says whether any number is not 1 yet. n may be 0.
struct Task {
  const std::uint32_t* start;
  std::uint32_t *x, *steps;
  int* running;
  std::size_t n;
};

struct Rung {
  const char* name;
  // What is prepared once, and then a call for each run of the loop, from start to results. The call may wait or not.
  // task and stream must live as long as what is returned. Both throw CudaError.
  std::function<void()> (*prepare)(const Task& task, const Stream& stream);
};

std::function<void()> host_loop(const Task& task, const Stream& stream);
std::function<void()> host_asks_seldom(const Task& task, const Stream& stream);
std::function<void()> while_node(const Task& task, const Stream& stream);

inline constexpr Rung ladder[] = {
    {"host_loop", host_loop}, {"host_asks_seldom", host_asks_seldom}, {"while_node", while_node}};

}  // namespace graph_loop
