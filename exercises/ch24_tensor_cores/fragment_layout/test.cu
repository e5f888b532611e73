#include "exercises/harness.h"
#include "fragment_layout.cuh"

static void run(int n) {
  exercise::about("n = %d", n);
  const auto size = static_cast<std::size_t>(n) * static_cast<std::size_t>(n);
  const auto a = exercise::whole_numbers(size, -9, 9), b = exercise::whole_numbers(size, -9, 9);
  std::vector<__half> half_a, half_b;
  for (const float x : a) half_a.push_back(__float2half(x));
  for (const float x : b) half_b.push_back(__float2half(x));
  const exercise::Array<__half> d_a(half_a), d_b(half_b);
  const auto d_c = exercise::Array<float>::poisoned(size);
  const auto tiles = static_cast<unsigned>(n / 16);
  product<<<dim3(tiles, tiles), 32>>>(d_a.data(), d_b.data(), d_c.data(), n);
  exercise::launched("product");
  std::vector<float> expected(size);
  for (int row = 0; row < n; ++row)
    for (int col = 0; col < n; ++col)
      for (int k = 0; k < n; ++k)
        expected[static_cast<std::size_t>(row * n + col)] +=
            a[static_cast<std::size_t>(row * n + k)] * b[static_cast<std::size_t>(col * n + k)];
  exercise::expect_equal("c", d_c, expected, static_cast<std::size_t>(n));
}

void test() {
  for (const int n : {16, 32, 48}) run(n);
}

void counted() {
  run(32);
}
