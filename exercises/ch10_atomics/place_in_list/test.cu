#include <algorithm>

#include "exercises/harness.h"
#include "place_in_list.cuh"

static void run(std::size_t n) {
  exercise::about("n = %zu", n);
  const auto x = exercise::whole_numbers<int>(n, 0, 1000000);
  const exercise::Array<int> d_x(x), d_count(std::vector<int>(1));
  const auto d_out = exercise::Array<int>::poisoned(n);
  keep_multiples<<<static_cast<unsigned>((n + 255) / 256), 256>>>(d_x.data(), d_out.data(), d_count.data(),
                                                                  static_cast<int>(n));
  exercise::launched("keep_multiples");
  std::vector<int> expected;
  for (const int value : x) {
    if (value % 3 == 0) expected.push_back(value);
  }
  exercise::expect_equal("count", d_count, std::vector<int>{static_cast<int>(expected.size())});
  auto out = d_out.to_host();
  for (std::size_t k = expected.size(); k < n; ++k)
    exercise::expect(out[k] == -1, "out[%zu] is written, beyond the count", k);
  out.resize(expected.size());
  std::sort(out.begin(), out.end());
  std::sort(expected.begin(), expected.end());
  exercise::expect_equal("out, sorted,", out, expected);
  exercise::expect_unchanged("x", d_x, x);
}

void test() {
  for (const std::size_t n : exercise::sizes) run(n);
}

void counted() {
  run(2048);
}
