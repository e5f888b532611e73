#include <algorithm>

#include "dynamic_shared.cuh"
#include "exercises/harness.h"

static void run(int rows, int cols) {
  exercise::about("%d rows, %d columns", rows, cols);
  auto m = exercise::whole_numbers<int>(static_cast<std::size_t>(rows) * cols);
  const exercise::Array<int> d_m(m);
  reverse_rows(d_m.data(), rows, cols);
  exercise::launched("reverse_rows_kernel");
  for (int row = 0; row < rows; ++row) std::reverse(m.begin() + row * cols, m.begin() + (row + 1) * cols);
  exercise::expect_equal("m", d_m, m, cols);
}

void test() {
  for (const auto& [rows, cols] : exercise::shapes) run(rows, cols);
  for (const int cols : {127, 128, 129, 256, 257, 1000, 4097, 12000}) run(2, cols);
}

void counted() {
  run(1, 1024);
}
