#include "exercises/harness.h"
#include "row_or_column.cuh"

static void run(int rows, int cols) {
  exercise::about("%d x %d", rows, cols);
  auto m = exercise::whole_numbers(static_cast<std::size_t>(rows) * cols);
  const auto factor = exercise::whole_numbers(rows);
  const exercise::Array<float> d_m(m), d_factor(factor);
  scale_rows(d_m.data(), d_factor.data(), rows, cols);
  exercise::launched("scale_rows_kernel");
  for (int row = 0; row < rows; ++row) {
    for (int col = 0; col < cols; ++col) m[row * cols + col] *= factor[row];
  }
  exercise::expect_equal("m", d_m, m, cols);
  exercise::expect_unchanged("factor", d_factor, factor);
}

void test() {
  for (const auto& [rows, cols] : exercise::shapes) run(rows, cols);
  run(1, 1000);
  run(1000, 1);
}

void counted() {
  run(64, 53);
}
