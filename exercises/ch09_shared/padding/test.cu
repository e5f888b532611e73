#include "exercises/harness.h"
#include "padding.cuh"

static void run(int rows, int columns) {
  exercise::about("%d x %d", rows, columns);
  const std::size_t n = static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns);
  const auto in = exercise::whole_numbers(n);
  const exercise::Array<float> d_in(in);
  const auto d_out = exercise::Array<float>::poisoned(n);
  const dim3 blocks((static_cast<unsigned>(columns) + 31) / 32, (static_cast<unsigned>(rows) + 31) / 32);
  transpose<<<blocks, dim3(32, 32)>>>(d_in.data(), d_out.data(), rows, columns);
  exercise::launched("transpose");
  std::vector<float> expected(n);
  for (int y = 0; y < rows; ++y)
    for (int x = 0; x < columns; ++x) expected[x * rows + y] = in[y * columns + x];
  exercise::expect_equal("out", d_out, expected, static_cast<std::size_t>(rows));
  exercise::expect_unchanged("in", d_in, in);
}

void test() {
  for (const auto& [rows, columns] : exercise::shapes) run(rows, columns);
}

void counted() {
  run(64, 96);
}
