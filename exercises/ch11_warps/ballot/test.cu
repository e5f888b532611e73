#include <algorithm>

#include "ballot.cuh"
#include "exercises/harness.h"

static void run(std::size_t n, int low, int high) {
  exercise::about("n = %zu, numbers from %d to %d", n, low, high);
  const auto x = exercise::whole_numbers<int>(n, low, high);
  const exercise::Array<int> d_x(x), d_count(std::vector<int>(1));
  const auto d_out = exercise::Array<int>::poisoned(n);
  keep_positive<<<static_cast<unsigned>((n + 127) / 128), 128>>>(d_x.data(), d_out.data(), d_count.data(),
                                                                 static_cast<int>(n));
  exercise::launched("keep_positive");
  std::vector<int> expected;
  for (const int value : x) {
    if (value > 0) expected.push_back(value);
  }
  exercise::expect_equal("count", d_count, std::vector<int>{static_cast<int>(expected.size())});
  auto out = d_out.to_host();
  for (std::size_t k = expected.size(); k < n; ++k)
    exercise::expect(out[k] == -1, "out[%zu] is written, beyond the count", k);
  out.resize(expected.size());
  std::sort(out.begin(), out.end());
  std::sort(expected.begin(), expected.end());
  exercise::expect_equal("out, sorted,", out, expected);
}

void test() {
  for (const std::size_t n : exercise::sizes) {
    run(n, -100000, 100000);
    run(n, 1, 100000);      // all are kept
    run(n, -100000, 1000);  // few are
  }
}

void counted() {
  run(4096, -100000, 100000);
}
