#include "exercises/harness.h"
#include "which_axis.cuh"

static void run(int rows, int cols) {
  exercise::about("%d rows, %d columns", rows, cols);
  std::vector<int> expected;
  for (int row = 0; row < rows; ++row) {
    for (int col = 0; col < cols; ++col) expected.push_back(100 * row + col);
  }
  const auto m = exercise::Array<int>::poisoned(expected.size());
  coordinates(m.data(), rows, cols);
  exercise::launched("coordinates_kernel");
  exercise::expect_equal("m", m, expected, cols);
}

void test() {
  run(32, 32);
  run(1, 100);
  run(100, 1);
  run(53, 37);
  for (const auto& [rows, columns] : exercise::shapes) run(rows, columns);
}

void counted() {
  run(37, 53);
}
