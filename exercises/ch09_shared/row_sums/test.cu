#include "exercises/harness.h"
#include "row_sums.cuh"

static void run(int rows, int cols) {
  exercise::about("%d rows, %d columns", rows, cols);
  const auto m = exercise::whole_numbers<int>(static_cast<std::size_t>(rows) * cols);
  const exercise::Array<int> d_m(m);
  const auto d_sums = exercise::Array<int>::poisoned(rows);
  row_sums<<<rows, 128>>>(d_m.data(), d_sums.data(), cols);
  exercise::launched("row_sums");
  std::vector<int> expected(rows);
  for (int row = 0; row < rows; ++row) {
    for (int c = 0; c < cols; ++c) expected[row] += m[row * cols + c];
  }
  exercise::expect_equal("sums", d_sums, expected);
}

void test() {
  for (const auto& [rows, cols] : exercise::shapes) run(rows, cols);
  for (const int cols : {1, 127, 128, 129, 1000}) run(3, cols);
}

void counted() {
  run(4, 1024);
}
