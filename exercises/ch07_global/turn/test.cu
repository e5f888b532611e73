#include "exercises/harness.h"
#include "turn.cuh"

static void run(int rows, int cols) {
  exercise::about("%d x %d", rows, cols);
  const auto in = exercise::whole_numbers(static_cast<std::size_t>(rows) * cols);
  const exercise::Array<float> d_in(in);
  const auto d_out = exercise::Array<float>::poisoned(in.size());
  const dim3 threads(32, 8), blocks((rows + 31) / 32, (cols + 7) / 8);
  transpose<<<blocks, threads>>>(d_in.data(), d_out.data(), rows, cols);
  exercise::launched("transpose");
  std::vector<float> expected(in.size());
  for (int r = 0; r < rows; ++r) {
    for (int c = 0; c < cols; ++c) expected[c * rows + r] = in[r * cols + c];
  }
  exercise::expect_equal("out", d_out, expected, rows);
  exercise::expect_unchanged("in", d_in, in);
}

void test() {
  for (const auto& [rows, cols] : exercise::shapes) run(rows, cols);
  run(1, 100);
  run(100, 1);
}

void counted() {
  run(37, 53);
}
