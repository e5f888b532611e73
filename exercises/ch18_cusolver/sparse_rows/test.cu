#include "exercises/harness.h"
#include "sparse_rows.cuh"

// Rows of 0 to 7 numbers, in random columns.
static void run(int rows) {
  exercise::about("%d rows", rows);
  const int columns = rows + 3;
  std::vector<int> start(1), column;
  for (int r = 0; r < rows; ++r) {
    for (int k = exercise::whole_number(0, 7); k > 0; --k) column.push_back(exercise::whole_number(0, columns - 1));
    start.push_back(static_cast<int>(column.size()));
  }
  column.push_back(0);  // so that the arrays have an element
  const auto value = exercise::whole_numbers(column.size(), -20, 20), x = exercise::whole_numbers(columns, -20, 20);
  const exercise::Array<int> d_start(start), d_column(column);
  const exercise::Array<float> d_value(value), d_x(x);
  const auto d_y = exercise::Array<float>::poisoned(rows);
  rows_kernel<<<(rows + 127) / 128, 128>>>(d_start.data(), d_column.data(), d_value.data(), d_x.data(), d_y.data(),
                                           rows);
  exercise::launched("rows_kernel");
  std::vector<float> y(rows);
  for (int r = 0; r < rows; ++r) {
    float sum = 0;
    for (int k = start[r]; k < start[r + 1]; ++k) sum += value[k] * x[column[k]];
    y[r] = sum;
  }
  exercise::expect_equal("y", d_y, y);
}

void test() {
  for (const int rows : {1, 2, 32, 33, 127, 129, 1000}) run(rows);
}

void counted() {
  run(128);
}
