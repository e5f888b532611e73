// Parts of a warp by cooperative groups: by rank, by a condition, by a label; and sums and scans over each part.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "common/check.h"

namespace groups {

inline constexpr int tile_size = 8;
inline constexpr int large_tile = 16, small_tile = 4;  // of the tiles in tiles

// Assigns the lanes of a warp to parts: a lane's part is a number, and lanes with the same number are in one part.
using Parts = std::vector<int> (*)(const std::vector<int>& warp);

std::vector<int> by_rank(const std::vector<int>& warp);        // tiles: 8 neighbours each
std::vector<int> by_large_tile(const std::vector<int>& warp);  // 16 neighbours each
std::vector<int> by_parity(const std::vector<int>& warp);      // the even values, and the odd ones
std::vector<int> by_value(const std::vector<int>& warp);       // equal values

// A lane's result from its part: the values in the part, in the order of the lanes, and the lane's rank in it.
using Result = int (*)(const std::vector<int>& part, int rank);

struct Rung {
  const char* name;
  const char* meaning;
  // Thread i has x[i], and result[i] becomes its result. Threads beyond n take part with the value 0. x and result
  // point to n ints in device memory; x is not changed; n may be 0. Does not wait; throws CudaError.
  void (*run)(const int* x, int* result, std::size_t n);
  Parts parts;
  Result result;
};

std::span<const Rung> ladder();

// The expected result of every thread.
std::vector<int> expected_of(const Rung& rung, const std::vector<int>& x);

}  // namespace groups
