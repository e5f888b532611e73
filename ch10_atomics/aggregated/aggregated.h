// A filter: the elements below a limit, in any order, and one counter that determines where each of them goes.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

namespace aggregated {

// The elements of x below the limit, sorted: the rungs' order is not defined, so results are sorted to compare them.
inline std::vector<int> filter_cpu(const std::vector<int>& x, int limit) {
  std::vector<int> kept;
  for (const int value : x)
    if (value < limit) kept.push_back(value);
  std::sort(kept.begin(), kept.end());
  return kept;
}

struct Rung {
  const char* name;
  // x and kept point to n ints in device memory, count to one that is 0. x is not changed; kept[0] to kept[*count - 1]
  // become the elements below limit, the rest of kept is unchanged. n may be 0. Does not wait; throws CudaError.
  void (*run)(const int* x, int* kept, int* count, std::size_t n, int limit);
};

std::span<const Rung> ladder();

}  // namespace aggregated
