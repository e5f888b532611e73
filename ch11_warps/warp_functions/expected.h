// What each function of a warp should return: plain loops over the lanes of a part.
#pragma once

#include <algorithm>
#include <numeric>

#include "ch11_warps/warp_functions/warp_functions.h"

namespace warp_functions {

// The bits of the lanes whose value satisfies holds.
template <typename Holds>
unsigned lanes_where(const Part& part, Holds holds) {
  unsigned mask = 0;
  for (std::size_t k = 0; k < part.x.size(); ++k)
    if (holds(part.x[k])) mask |= 1u << (part.first + k);
  return mask;
}

inline bool is_odd(int x) {
  return x % 2 != 0;
}

inline unsigned expected_ballot(const Part& part, int) {
  return lanes_where(part, is_odd);
}
inline unsigned expected_all(const Part& part, int) {
  return std::all_of(part.x.begin(), part.x.end(), is_odd);
}
inline unsigned expected_any(const Part& part, int) {
  return std::any_of(part.x.begin(), part.x.end(), is_odd);
}
inline unsigned expected_match_any(const Part& part, int rank) {
  return lanes_where(part, [&](int x) { return x == part.x[rank]; });
}
inline unsigned expected_match_all(const Part& part, int) {
  const unsigned same = lanes_where(part, [&](int x) { return x == part.x[0]; });
  return same == lanes_where(part, [](int) { return true; }) ? same : 0;
}
inline unsigned expected_broadcast(const Part& part, int) {
  return part.x[1];
}
inline unsigned expected_shuffle_up(const Part& part, int rank) {
  return part.x[std::max(rank - 1, 0)];
}
inline unsigned expected_shuffle_down(const Part& part, int rank) {
  return part.x[std::min<std::size_t>(rank + 1, part.x.size() - 1)];
}
inline unsigned expected_butterfly(const Part& part, int rank) {
  return part.x[rank ^ 1];
}
inline unsigned expected_sum(const Part& part, int) {
  return std::accumulate(part.x.begin(), part.x.end(), 0u);
}
inline unsigned expected_min(const Part& part, int) {
  return *std::min_element(part.x.begin(), part.x.end());
}
inline unsigned expected_max(const Part& part, int) {
  return *std::max_element(part.x.begin(), part.x.end());
}
inline unsigned expected_and(const Part& part, int) {
  return std::accumulate(part.x.begin(), part.x.end(), ~0u, [](unsigned a, unsigned b) { return a & b; });
}
inline unsigned expected_or(const Part& part, int) {
  return std::accumulate(part.x.begin(), part.x.end(), 0u, [](unsigned a, unsigned b) { return a | b; });
}
inline unsigned expected_xor(const Part& part, int) {
  return std::accumulate(part.x.begin(), part.x.end(), 0u, [](unsigned a, unsigned b) { return a ^ b; });
}

}  // namespace warp_functions
