#include "exercises/harness.h"
#include "mask.cuh"

static void run(std::size_t n) {
  exercise::about("n = %zu", n);
  const auto x = exercise::whole_numbers(n), w = exercise::whole_numbers(9);
  exercise::check(cudaMemcpyToSymbol(weights, w.data(), 9 * sizeof(float)), "cudaMemcpyToSymbol");
  const exercise::Array<float> d_x(x);
  const auto d_y = exercise::Array<float>::poisoned(n);
  filter_kernel<<<static_cast<unsigned>((n + 127) / 128), 128>>>(d_x.data(), d_y.data(), static_cast<int>(n));
  exercise::launched("filter_kernel");
  std::vector<float> expected(n);
  const int size = static_cast<int>(n);
  for (int i = 0; i < size; ++i) {
    for (int k = -4; k <= 4; ++k) {
      if (i + k >= 0 && i + k < size) expected[i] += w[k + 4] * x[i + k];
    }
  }
  exercise::expect_equal("y", d_y, expected);
  exercise::expect_unchanged("x", d_x, x);
}

void test() {
  for (const std::size_t n : exercise::sizes) run(n);
  for (const std::size_t n : {2, 4, 5, 8, 9, 10}) run(n);
}

void counted() {
  run(1000);
}
