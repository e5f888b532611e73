#include "ch11_warps/warp_functions/expected.h"

namespace warp_functions {

std::vector<unsigned> expected_of(const Function& function, const std::vector<int>& x, int width) {
  std::vector<unsigned> result(x.size());
  for (std::size_t begin = 0; begin < x.size(); begin += width) {
    Part part = {std::vector<int>(width, 0), static_cast<int>(begin % warp_size)};
    const std::size_t here = std::min<std::size_t>(width, x.size() - begin);
    std::copy_n(x.begin() + begin, here, part.x.begin());
    for (std::size_t rank = 0; rank < here; ++rank)
      result[begin + rank] = function.expected(part, static_cast<int>(rank));
  }
  return result;
}

}  // namespace warp_functions
