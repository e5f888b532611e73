#include <cmath>

#include "exercises/harness.h"
#include "line_scales.cuh"

// Scales are powers of two, so that products with them are exact.
static std::vector<float> powers(int n) {
  std::vector<float> scales;
  for (int i = 0; i < n; ++i) scales.push_back(std::ldexp(1.0f, exercise::whole_number(-6, 6)));
  return scales;
}

static void run(int rows, int words, int cols) {
  exercise::about("%d x %d x %d", rows, 4 * words, cols);
  const auto bytes = [&](int lines) {
    return exercise::whole_numbers<signed char>(static_cast<std::size_t>(lines) * static_cast<std::size_t>(4 * words),
                                                -127, 127);
  };
  const auto a = bytes(rows), b = bytes(cols);
  const auto a_scales = powers(rows), b_scales = powers(cols);
  const exercise::Array<signed char> d_a(a), d_b(b);
  const exercise::Array<float> d_a_scales(a_scales), d_b_scales(b_scales);
  const auto d_c = exercise::Array<float>::poisoned(static_cast<std::size_t>(rows) * static_cast<std::size_t>(cols));
  const dim3 blocks(static_cast<unsigned>(cols + 15) / 16, static_cast<unsigned>(rows + 7) / 8);
  product<<<blocks, dim3(16, 8)>>>(reinterpret_cast<const int*>(d_a.data()), reinterpret_cast<const int*>(d_b.data()),
                                   d_a_scales.data(), d_b_scales.data(), d_c.data(), rows, words, cols);
  exercise::launched("product");
  std::vector<float> expected;
  for (int row = 0; row < rows; ++row) {
    for (int col = 0; col < cols; ++col) {
      int sum = 0;
      for (int k = 0; k < 4 * words; ++k)
        sum += a[static_cast<std::size_t>(row * 4 * words + k)] * b[static_cast<std::size_t>(col * 4 * words + k)];
      expected.push_back(static_cast<float>(sum) * a_scales[static_cast<std::size_t>(row)] *
                         b_scales[static_cast<std::size_t>(col)]);
    }
  }
  exercise::expect_equal("c", d_c, expected, static_cast<std::size_t>(cols));
}

void test() {
  run(1, 1, 1);
  run(5, 3, 7);
  run(17, 8, 33);
}

void counted() {
  run(8, 8, 16);
}
