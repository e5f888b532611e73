#include "exercises/harness.h"
#include "halo_tile.cuh"

static void run(std::size_t n) {
  exercise::about("n = %zu", n);
  const auto x = exercise::whole_numbers<int>(n);
  const exercise::Array<int> d_x(x);
  const auto d_y = exercise::Array<int>::poisoned(n);
  window_sum<<<static_cast<unsigned>((n + 255) / 256), 256>>>(d_x.data(), d_y.data(), static_cast<int>(n));
  exercise::launched("window_sum");
  std::vector<int> expected(n);
  for (int i = 0; i < static_cast<int>(n); ++i) {
    for (int k = -4; k <= 4; ++k) {
      if (i + k >= 0 && i + k < static_cast<int>(n)) expected[i] += x[i + k];
    }
  }
  exercise::expect_equal("y", d_y, expected);
  exercise::expect_unchanged("x", d_x, x);
}

void test() {
  for (const std::size_t n : exercise::sizes) run(n);
  for (const std::size_t n : {3, 4, 5, 252, 260}) run(n);
}

void counted() {
  run(4096);
}
