#include "exercises/harness.h"
#include "private_histogram.cuh"

static void run(std::size_t n, int blocks, int threads, bool equal) {
  exercise::about("n = %zu, %d blocks of %d threads%s", n, blocks, threads, equal ? ", all elements equal" : "");
  const auto x = equal ? std::vector<int>(n, 63) : exercise::whole_numbers<int>(n, 0, 63);
  const exercise::Array<int> d_x(x), d_histogram(std::vector<int>(64, 5));
  count_values<<<blocks, threads>>>(d_x.data(), d_histogram.data(), static_cast<int>(n));
  exercise::launched("count_values");
  std::vector<int> expected(64, 5);
  for (const int value : x) ++expected[value];
  exercise::expect_equal("histogram", d_histogram, expected);
}

void test() {
  for (const std::size_t n : exercise::sizes) run(n, 8, 128, false);
  for (const int threads : {32, 63, 64, 65, 256}) run(1000, 3, threads, false);
  run(1000, 8, 128, true);
}

void counted() {
  run(4096, 8, 128, false);
}
