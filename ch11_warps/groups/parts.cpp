// The reference: the parts of each warp, built with loops, and each lane's result from its part.
#include "ch11_warps/groups/groups.h"

namespace groups {

namespace {
std::vector<int> in_tiles(const std::vector<int>& warp, int size) {
  std::vector<int> part(warp.size());
  for (std::size_t lane = 0; lane < warp.size(); ++lane) part[lane] = static_cast<int>(lane) / size;
  return part;
}
}  // namespace

std::vector<int> by_rank(const std::vector<int>& warp) {
  return in_tiles(warp, tile_size);
}

std::vector<int> by_large_tile(const std::vector<int>& warp) {
  return in_tiles(warp, large_tile);
}

std::vector<int> by_parity(const std::vector<int>& warp) {
  std::vector<int> part(warp.size());
  for (std::size_t lane = 0; lane < warp.size(); ++lane) part[lane] = warp[lane] % 2 != 0 ? 1 : 0;
  return part;
}

std::vector<int> by_value(const std::vector<int>& warp) {
  return warp;
}

std::vector<int> expected_of(const Rung& rung, const std::vector<int>& x) {
  std::vector<int> result(x.size());
  for (std::size_t first = 0; first < x.size(); first += warp_size) {
    std::vector<int> warp(warp_size, 0);  // lanes beyond the end have the value 0
    for (std::size_t lane = 0; lane < warp.size() && first + lane < x.size(); ++lane) warp[lane] = x[first + lane];
    const std::vector<int> part_of = rung.parts(warp);
    for (std::size_t lane = 0; lane < warp.size() && first + lane < x.size(); ++lane) {
      std::vector<int> part;
      int rank = 0;
      for (std::size_t other = 0; other < warp.size(); ++other) {
        if (part_of[other] != part_of[lane]) continue;
        if (other == lane) rank = static_cast<int>(part.size());
        part.push_back(warp[other]);
      }
      result[first + lane] = rung.result(part, rank);
    }
  }
  return result;
}

}  // namespace groups
