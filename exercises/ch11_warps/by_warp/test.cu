#include "by_warp.cuh"
#include "exercises/harness.h"

static void run(std::size_t n) {
  exercise::about("n = %zu", n);
  const auto a = exercise::whole_numbers(8 * n), b = exercise::whole_numbers(8 * n);
  const exercise::Array<float> d_a(a), d_b(b);
  const auto d_y = exercise::Array<float>::poisoned(n);
  even_odd<<<static_cast<unsigned>((n + 255) / 256), 256>>>(d_a.data(), d_b.data(), d_y.data(), static_cast<int>(n));
  exercise::launched("even_odd");
  std::vector<float> expected(n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t k = 0; k < 8; ++k) expected[i] += i % 2 == 0 ? a[k * n + i] : b[k * n + i];
  }
  exercise::expect_equal("y", d_y, expected);
}

void test() {
  for (const std::size_t n : {64, 128, 192, 960, 1024}) run(n);
}

void counted() {
  run(4096);
}
