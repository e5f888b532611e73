// Random chains of indices for chase().
#pragma once

#include <numeric>
#include <random>
#include <utility>
#include <vector>

#include "ch06_memory/latency/latency.h"

namespace latency {

// One cycle through all lines in a random order (Sattolo's shuffle: a permutation of a single cycle). lines is at
// least 1.
inline std::vector<unsigned> random_chain(std::size_t lines, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<unsigned> follower(lines);
  std::iota(follower.begin(), follower.end(), 0u);
  for (std::size_t last = lines - 1; last > 0; --last) std::swap(follower[last], follower[random() % last]);

  std::vector<unsigned> next(lines * words_per_line, 0);
  for (std::size_t i = 0; i < lines; ++i) next[i * words_per_line] = follower[i] * words_per_line;
  return next;
}

// The beginnings of `count` chains, on random lines.
inline std::vector<unsigned> random_starts(std::size_t lines, std::size_t count, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<unsigned> starts(count);
  for (unsigned& start : starts) start = static_cast<unsigned>(random() % lines) * words_per_line;
  return starts;
}

}  // namespace latency
