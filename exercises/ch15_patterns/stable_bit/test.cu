#include <algorithm>

#include "exercises/harness.h"
#include "stable_bit.cuh"

static std::vector<unsigned> random_keys(int n) {
  const auto high = exercise::whole_numbers<unsigned>(n, 0, 7);
  std::vector<unsigned> keys(n);
  for (int i = 0; i < n; ++i) keys[i] = high[i] << 16 | static_cast<unsigned>(i);  // equal high bits, all different
  return keys;
}

static void run(int n) {
  exercise::about("%d keys, bit 17", n);
  const auto keys = random_keys(n);
  const exercise::Array<unsigned> d_keys(keys);
  const auto d_out = exercise::Array<unsigned>::poisoned(n);
  split<<<1, n>>>(d_keys.data(), d_out.data(), 17);
  exercise::launched("split");
  auto expected = keys;
  std::stable_partition(expected.begin(), expected.end(), [](unsigned key) { return (key >> 17 & 1) == 0; });
  exercise::expect_equal("out", d_out, expected);

  exercise::about("%d keys, sorted by the bits 16, 17 and 18", n);
  const auto d_other = exercise::Array<unsigned>::poisoned(n);
  split<<<1, n>>>(d_keys.data(), d_out.data(), 16);
  split<<<1, n>>>(d_out.data(), d_other.data(), 17);
  split<<<1, n>>>(d_other.data(), d_out.data(), 18);
  exercise::launched("split");
  expected = keys;
  std::sort(expected.begin(), expected.end());
  exercise::expect_equal("out", d_out, expected);
}

void test() {
  for (const int n : {32, 64, 96, 512, 1024}) run(n);
}

void counted() {
  run(256);
}
