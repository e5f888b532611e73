#include "common/values.h"

#include <algorithm>
#include <random>

#include "common/parallel.h"

void for_random_blocks(std::size_t n, unsigned seed,
                       const std::function<void(std::size_t first, const std::vector<std::uint64_t>& bits)>& use) {
  constexpr std::size_t part = std::size_t{1} << 20, block = 1024;
  for_parts(n, part, [&](std::size_t first, std::size_t last) {
    // The first part has the sequence of the seed itself.
    std::mt19937_64 engine(seed + first / part * 0x9E3779B97F4A7C15u);
    std::vector<std::uint64_t> bits;
    for (; first < last; first += bits.size()) {
      bits.resize(std::min(block, last - first));
      for (std::uint64_t& number : bits) number = engine();
      use(first, bits);
    }
  });
}
