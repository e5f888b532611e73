// The inputs with which the course's sorts are shown and tested: sorts that are fast on random keys can be slow, or
// wrong, on others.
#pragma once

#include "common/parallel.h"
#include "common/sort_task.h"
#include "common/values.h"

namespace sorts {

struct Input {
  const char* name;
  std::vector<Key> (*make)(std::size_t n, unsigned seed);
};

inline std::vector<Key> random_keys(std::size_t n, unsigned seed) {
  return random_integers<Key>(n, 0, 0xFFFFFFFF, seed);
}

inline std::vector<Key> map_random(std::size_t n, unsigned seed, Key (*map)(Key)) {
  std::vector<Key> keys = random_keys(n, seed);
  for (Key& key : keys) key = map(key);
  return keys;
}

inline constexpr Input inputs[] = {
    {"random", random_keys},
    {"sorted",  // a random key from each of n equal parts of the range
     [](std::size_t n, unsigned seed) {
       const std::vector<double> part = random_reals<double>(n, 0, 1, seed);
       std::vector<Key> keys(n);
       for_parts(n, std::size_t{1} << 20, [&](std::size_t first, std::size_t last) {
         for (std::size_t i = first; i < last; ++i)
           keys[i] = static_cast<Key>((static_cast<double>(i) + part[i]) * 0x1p32 / static_cast<double>(n));
       });
       return keys;
     }},
    {"all_equal", [](std::size_t n, unsigned seed) { return std::vector<Key>(n, 0x12345678u + seed); }},
    {"16_values",
     [](std::size_t n, unsigned seed) { return map_random(n, seed, [](Key k) { return k % 16 * 0x11111111u; }); }},
    {"low_entropy",  // each bit is set in a quarter of the keys
     [](std::size_t n, unsigned seed) {
       std::vector<Key> keys = random_keys(n, seed);
       const std::vector<Key> others = random_keys(n, seed + 1);
       for (std::size_t i = 0; i < n; ++i) keys[i] &= others[i];
       return keys;
     }},
    {"20_bits", [](std::size_t n, unsigned seed) { return map_random(n, seed, [](Key k) { return k >> 12; }); }},
    {"low_20_zero",
     [](std::size_t n, unsigned seed) { return map_random(n, seed, [](Key k) { return k & ~0xFFFFFu; }); }},
    {"0_to_n-1",
     [](std::size_t n, unsigned) {
       std::vector<Key> keys(n);
       std::iota(keys.begin(), keys.end(), Key{0});
       return keys;
     }},
    {"reversed",
     [](std::size_t n, unsigned) {
       std::vector<Key> keys(n);
       std::iota(keys.rbegin(), keys.rend(), Key{0});
       return keys;
     }},
};

}  // namespace sorts
