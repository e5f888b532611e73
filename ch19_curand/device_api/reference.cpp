// Philox4x32-10 on the CPU.
#include <array>
#include <bit>

#include "ch19_curand/device_api/device_api.h"

namespace device_api {

std::uint32_t philox_cpu(std::uint64_t seed, std::uint64_t subsequence, std::uint64_t place) {
  const auto low = [](std::uint64_t x) { return static_cast<std::uint32_t>(x); };
  const auto high = [](std::uint64_t x) { return static_cast<std::uint32_t>(x >> 32); };
  std::array<std::uint32_t, 4> c = {low(place / 4), high(place / 4), low(subsequence), high(subsequence)};
  std::uint32_t key[2] = {low(seed), high(seed)};
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t a = std::uint64_t{0xD2511F53} * c[0], b = std::uint64_t{0xCD9E8D57} * c[2];
    c = {high(b) ^ c[1] ^ key[0], low(b), high(a) ^ c[3] ^ key[1], low(a)};
    key[0] += 0x9E3779B9;
    key[1] += 0xBB67AE85;
  }
  return c[place % 4];
}

unsigned long long philox_inside_cpu(std::size_t threads, int points, std::uint64_t seed) {
  // A word x represents (x + 1/2) / 2^32, in (0, 1].
  const auto uniform = [&](std::size_t thread, int place) {
    return static_cast<float>(philox_cpu(seed, thread, place)) * 0x1p-32f + 0x1p-33f;
  };
  unsigned long long inside = 0;
  for (std::size_t t = 0; t < threads; ++t)
    for (int i = 0; i < points; ++i) {
      const float x = uniform(t, 2 * i), y = uniform(t, 2 * i + 1), y2 = y * y;
      inside += std::fma(x, x, y2) <= 1;
    }
  return inside;
}

int walk_cpu(std::uint64_t walker, int steps, std::uint64_t seed) {
  int place = 0;
  for (int k = 0; k < steps / 32; ++k) place += 2 * std::popcount(philox_cpu(seed, walker, k)) - 32;
  return place;
}

}  // namespace device_api
